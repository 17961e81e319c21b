import { Link, NavLink } from 'react-router'
import { Account } from './account.tsx'
import { Drawer } from './drawer.tsx'
import { Logo } from './logo.tsx'
import { Navigation } from './navigation.tsx'
import { SearchBox } from './search-box.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export function TopBar({ shopName }: { shopName: string }) {
  return (
    <div className="border-base-300 border-b">
      <div className="content flex h-16 items-center gap-2 lg:gap-3">
        <Link
          to="/"
          className="mr-auto flex min-w-0 items-center gap-2 font-heading text-lg lg:max-w-60 lg:shrink-0"
        >
          <Logo />
          <span className="truncate">{shopName}</span>
        </Link>
        <NavLink to="/catalogue" prefetch="intent" className="nav-link shrink-0 max-xl:hidden">
          All products
        </NavLink>
        <SearchBox />
        <div className="shrink-0 max-lg:hidden">
          <Navigation label="Main" />
        </div>
        <div className="when-signed-in min-w-44 max-lg:hidden">
          <Account />
        </div>
        <ThemeSwitch />
        <Drawer />
      </div>
    </div>
  )
}
