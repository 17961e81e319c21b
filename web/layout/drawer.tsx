import { useEffect, useRef } from 'react'
import { NavLink, useLocation, useNavigation } from 'react-router'
import { CloseIcon, MenuIcon } from '../ui/page/icons.tsx'
import { Account } from './account.tsx'
import { forAdmins, forEverybody } from './dashboard-places.ts'
import { Navigation } from './navigation.tsx'

const LARGE_SCREEN = '(width >= 64rem)'

/** The navigation of small screens. */
export function Drawer() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { key } = useLocation()
  const { state } = useNavigation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation that begins or ends closes the drawer
  useEffect(() => dialog.current?.close(), [key, state])

  // Hidden by CSS on a large screen, an open drawer would block the page.
  useEffect(() => {
    const large = matchMedia(LARGE_SCREEN)
    const close = () => dialog.current?.close()
    large.addEventListener('change', close)
    return () => large.removeEventListener('change', close)
  }, [])

  return (
    <div className="lg:hidden">
      <button
        type="button"
        className="btn btn-ghost btn-square"
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
      >
        <MenuIcon />
        <span className="sr-only">Open menu</span>
      </button>
      <dialog
        ref={dialog}
        className="ml-auto h-dvh max-h-none w-80 max-w-[85vw] translate-x-full border-base-300 border-l bg-base-100 text-inherit transition-[translate,display,overlay] transition-discrete duration-150 backdrop:bg-black/50 open:translate-x-0 starting:open:translate-x-full"
        aria-label="Menu"
        closedby="any"
      >
        <div className="flex h-16 items-center justify-between pr-4 pl-6">
          <p className="font-heading text-xl">Menu</p>
          <button type="button" className="btn btn-ghost btn-square" onClick={() => dialog.current?.close()}>
            <CloseIcon />
            <span className="sr-only">Close menu</span>
          </button>
        </div>
        <div className="px-4">
          <NavLink to="/catalogue" prefetch="intent" className="nav-link">
            All products
          </NavLink>
        </div>
        <Navigation label="Menu" />
        <nav aria-label="Dashboard menu" className="when-signed-in">
          <ul className="mx-4 grid grid-cols-2 border-base-300 border-t py-2">
            {[...forEverybody.slice(1), ...forAdmins].map((place) => (
              <li key={place.to} data-admin={forAdmins.includes(place) ? 'maybe' : undefined}>
                <NavLink to={place.to} end className="nav-link text-base">
                  {place.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="p-6">
          <Account />
        </div>
      </dialog>
    </div>
  )
}
