import { Suspense, use, useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { checkAdmin } from '../users/admin-check.ts'
import { currentUser } from '../users/current-user.ts'
import type { Route } from './+types/dashboard-layout.ts'
import './dashboard-layout.css'

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

/** Not awaited: only the menu waits for it. Where a page needs it, the page says that it failed. */
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => ({
  admin: checkAdmin(context.get(currentUser)).catch(() => false),
})

export default function DashboardLayout({ loaderData: { admin } }: Route.ComponentProps) {
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard" className="dashboard-menu">
        <MenuPart places={forEverybody} />
        <Suspense fallback={null}>
          <AdminMenu admin={admin} />
        </Suspense>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
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
