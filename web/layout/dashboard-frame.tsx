import { type ReactNode, Suspense, use, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import './dashboard-frame.css'

const { dashboard } = texts

const forEverybody = [
  { to: '/dashboard', label: dashboard.dashboard },
  { to: '/dashboard/profile', label: dashboard.profile },
  { to: '/dashboard/myReview', label: dashboard.myReview },
  { to: '/dashboard/addReview', label: dashboard.addReview },
  { to: '/dashboard/order', label: dashboard.myOrder },
]
const forAdmins = [
  { to: '/dashboard/myOrder', label: dashboard.manageOrder },
  { to: '/dashboard/users', label: dashboard.makeAdmin },
  { to: '/dashboard/addProduct', label: dashboard.addProduct },
  { to: '/dashboard/manageProduct', label: dashboard.manageProduct },
]

type DashboardFrameProps = {
  /** Whether there are entries for admins, once that is known. */
  admin?: Promise<boolean>
  children: ReactNode
}

/** The menu beside every page of the dashboard. */
export function DashboardFrame({ admin, children }: DashboardFrameProps) {
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard" className="dashboard-menu">
        <MenuPart places={forEverybody} />
        {admin && (
          <Suspense fallback={null}>
            <AdminMenu admin={admin} />
          </Suspense>
        )}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

const AdminMenu = ({ admin }: { admin: Promise<boolean> }) => use(admin) && <MenuPart places={forAdmins} />

function MenuPart({ places }: { places: { to: string; label: string }[] }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()

  // On a phone the menu scrolls sideways: the current page's entry must be in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation moves the current entry
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')
    const strip = list.current?.parentElement
    if (strip && current)
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  }, [pathname])

  return (
    <ul ref={list} data-wide={places === forAdmins || undefined}>
      {places.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end className="dashboard-link">
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
