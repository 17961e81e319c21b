import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link, NavLink, useLocation, useMatches } from 'react-router'
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
  /** Until that is known, the tools are there for who was an admin when last seen in this browser. */
  admin?: boolean | undefined
  children: ReactNode
}

/** The menu beside every page of the dashboard. */
export function DashboardFrame({ admin, children }: DashboardFrameProps) {
  const wide = useIsWide()
  const everybodys = <MenuPart key="everybody" places={forEverybody} wide={wide} />
  const admins = admin !== false && (
    <MenuPart key="admin" places={forAdmins} wide={wide} admin={admin ?? 'maybe'} />
  )
  return (
    <div className="content dashboard">
      <nav aria-label="Dashboard" className="dashboard-menu">
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

type MenuPartProps = { places: { to: string; label: string }[]; wide: boolean; admin?: true | 'maybe' }

function MenuPart({ places, wide, admin }: MenuPartProps) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  const page = useMatches().at(-1)
  const parent = (page?.handle as MenuHandle | undefined)?.menuEntry?.(page?.loaderData)

  // On a phone it scrolls sideways: the current page's entry must be in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation moves the current entry, another width what is in view
  useEffect(() => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    if (strip && current)
      strip.scrollLeft = current.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2
  }, [pathname, parent, wide])

  return (
    <ul ref={list} data-admin={admin} data-wide={admin === true || undefined}>
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
