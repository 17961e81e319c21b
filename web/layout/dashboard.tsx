import { NavLink, Outlet } from 'react-router'
import { texts } from '#contract/texts.ts'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'

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
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard">
        <ul className="dashboard-menu">
          {[...forEverybody, ...(admin ? forAdmins : [])].map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end className="nav-link">
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">
        <Outlet context={user} />
      </div>
    </div>
  )
}
