import { NavLink } from 'react-router'
import { texts } from '#contract/texts.ts'

const { navigation } = texts

const places = [
  { to: '/', label: navigation.home },
  { to: '/blog', label: navigation.blog },
  { to: '/extra', label: navigation.subscribe },
  { to: '/portfolio', label: navigation.portfolio },
]

/** The specified navigation. Both session states are rendered; CSS shows the one that <html> names. */
export function Navigation({ label }: { label: string }) {
  return (
    <nav aria-label={label}>
      <ul className="nav-list">
        {places.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end className="nav-link">
              {label}
            </NavLink>
          </li>
        ))}
        <li className="when-signed-out">
          <NavLink to="/login" className="nav-link">
            {navigation.login}
          </NavLink>
        </li>
        <li className="when-signed-in">
          <NavLink to="/dashboard" className="nav-link">
            {navigation.dashboard}
          </NavLink>
        </li>
      </ul>
    </nav>
  )
}
