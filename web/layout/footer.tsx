import { Link } from 'react-router'
import { MINIMUM_ORDER } from '#contract/catalogue/order-quantity.ts'
import { texts } from '#contract/fixed-texts.ts'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { Logo } from './logo.tsx'

const columns = [
  {
    title: 'Shop',
    links: [
      { to: '/catalogue', label: 'All products' },
      { to: '/reviews', label: 'All reviews' },
    ],
  },
  {
    title: 'Account',
    links: [
      { to: '/login', label: texts.navigation.login, className: 'when-signed-out' },
      { to: '/signup', label: 'Sign up', className: 'when-signed-out' },
      { to: '/dashboard', label: texts.navigation.dashboard, className: 'when-signed-in' },
      { to: '/dashboard/order', label: texts.dashboard.myOrder, className: 'when-signed-in' },
    ],
  },
  {
    title: 'Help',
    links: [
      { to: '/contact', label: 'Contact' },
      { to: '/privacy', label: 'Privacy' },
      { to: '/terms', label: 'Terms' },
      { to: '/docs', label: 'API' },
    ],
  },
]

export function Footer({ shop: { name, hiddenPages } }: { shop: ShopInfo }) {
  return (
    <footer className="border-base-300 border-t print:hidden">
      <div className="content grid gap-8 py-12 md:grid-cols-[2fr_3fr]">
        <div className="grid content-start gap-3">
          <p className="flex items-center gap-2 font-heading text-lg">
            <Logo />
            {name}
          </p>
          <p className="max-w-80 text-balance text-quiet text-sm">
            Tools and materials by the hundred. Prices are in US dollars, per unit; orders start at{' '}
            {MINIMUM_ORDER} units.
          </p>
        </div>
        <nav aria-label="Footer" className="grid grid-cols-3 gap-4 sm:gap-8">
          {columns.map(({ title, links }) => (
            <div key={title}>
              <h2 className="mb-2 text-base">{title}</h2>
              <ul>
                {links
                  .filter(({ to }) => !hiddenPages.includes(to))
                  .map(({ to, label, className }: FooterLink) => (
                    <li key={to} className={className}>
                      <Link
                        to={to}
                        className="inline-flex min-h-8 items-center text-quiet underline-offset-4 hover:text-base-content hover:underline"
                      >
                        {label}
                      </Link>
                    </li>
                  ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}

type FooterLink = { to: string; label: string; className?: string }
