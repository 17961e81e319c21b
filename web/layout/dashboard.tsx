import { useEffect, useRef } from 'react'
import { NavLink, Outlet } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'
import './dashboard.css'

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

export default function DashboardLayout() {
  const user = useUser()
  const { admin } = useAdmin(user.email)
  const menu = useCurrentInView()
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard" ref={menu} className="dashboard-menu">
        <MenuPart places={forEverybody} />
        {admin && <MenuPart places={forAdmins} />}
      </nav>
      <div className="min-w-0">
        <Outlet context={user} />
      </div>
    </div>
  )
}

function MenuPart({ places }: { places: { to: string; label: string }[] }) {
  return (
    <ul data-wide={places === forAdmins || undefined}>
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

/** On a phone the menu scrolls sideways: the current page's entry must be in view. */
function useCurrentInView() {
  const menu = useRef<HTMLElement>(null)
  // Without dependencies: the admin entries appear later, and every navigation moves the current entry.
  useEffect(() => {
    const strip = menu.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && current)
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  })
  return menu
}
