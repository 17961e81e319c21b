import { Link, NavLink, useMatch } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import './navigation.css'

const { navigation } = texts

const places = [
  { to: '/blog', label: navigation.blog },
  { to: '/extra', label: navigation.subscribe },
  { to: '/portfolio', label: navigation.portfolio },
]

/** The specified navigation. Both session states are rendered; CSS shows the one that <html> names. */
export function Navigation({ label }: { label: string }) {
  // The home page has two addresses; on either it is where one is.
  const isHome = [useMatch('/'), useMatch('/home')].some(Boolean)
  return (
    <nav aria-label={label}>
      <ul className="nav-list">
        <li>
          <Link to="/" prefetch="intent" aria-current={isHome ? 'page' : undefined} className="nav-link">
            {navigation.home}
          </Link>
        </li>
        {places.map(({ to, label }) => (
          <li key={to}>
            <NavLink to={to} end prefetch="intent" className="nav-link">
              {label}
            </NavLink>
          </li>
        ))}
        <li className="when-signed-out">
          <NavLink to="/login" prefetch="intent" className="nav-link">
            {navigation.login}
          </NavLink>
        </li>
        <li className="when-signed-in">
          <NavLink to="/dashboard" prefetch="intent" className="nav-link">
            {navigation.dashboard}
          </NavLink>
        </li>
      </ul>
    </nav>
  )
}
