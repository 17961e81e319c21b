import { type ReactNode, useSyncExternalStore } from 'react'
import { Link, NavLink, useMatches } from 'react-router'
import { useIsLoadingScreen } from '../ui/page/loading-screen.ts'
import { forAdmins, forEverybody, type Place } from './dashboard-places.ts'
import './dashboard-frame.css'

const WIDE = '(width >= 64rem)'

function watchWidth(onChange: () => void) {
  const wide = matchMedia(WIDE)
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** On a phone an admin's tools come first; in the document as well, so that the keyboard goes where the eye goes. */
const useIsWide = () =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => true,
  )

type DashboardFrameProps = {
  /** Until that is known, the tools have their room for who was an admin when last seen in this browser. */
  admin?: boolean | undefined
  children: ReactNode
}

/** The menu beside every page of the dashboard. */
export function DashboardFrame({ admin, children }: DashboardFrameProps) {
  const wide = useIsWide()
  const everybodys = <MenuPart key="everybody" places={forEverybody} />
  const admins = admin !== false && <MenuPart key="admin" places={forAdmins} admin={admin ?? 'maybe'} />
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard" inert={useIsLoadingScreen()} className="dashboard-menu">
        {wide ? [everybodys, admins] : [admins, everybodys]}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/** Of the `handle` of a page in the dashboard. */
export type MenuHandle = {
  /** The entry that it belongs to, if it has none of its own; what it loaded may tell. */
  menuEntry?: (loaderData: unknown) => string
}

type MenuPartProps = { places: Place[]; admin?: true | 'maybe' }

function MenuPart({ places, admin }: MenuPartProps) {
  const page = useMatches().at(-1)
  const parent = (page?.handle as MenuHandle | undefined)?.menuEntry?.(page?.loaderData)

  return (
    <ul data-admin={admin} data-wide={admin === true || undefined}>
      {places.map(({ to, label }) => (
        <li key={to}>
          {to === parent ? (
            <Link to={to} aria-current="true" className="dashboard-link">
              {label}
            </Link>
          ) : (
            <NavLink to={to} end className="dashboard-link">
              {label}
            </NavLink>
          )}
        </li>
      ))}
    </ul>
  )
}
