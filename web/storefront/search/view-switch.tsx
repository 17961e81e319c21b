import { Link } from 'react-router'
import type { CatalogueSearch } from '#contract/catalogue/product-search.ts'
import { catalogueAddress } from './catalogue-address.ts'

const VIEWS = [
  { view: 'cards', label: 'Cards' },
  { view: 'list', label: 'List' },
] as const

export function ViewSwitch({ search }: { search: CatalogueSearch }) {
  return (
    <nav
      aria-label="View"
      className="ml-auto flex gap-1 rounded-field border border-base-300 p-1 print:hidden"
    >
      {VIEWS.map(({ view, label }) => (
        <Link
          key={view}
          to={catalogueAddress({ ...search, view })}
          preventScrollReset
          aria-current={view === search.view ? 'page' : undefined}
          className="rounded-sm px-3 py-1 hover:text-link aria-[current]:bg-base-300"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
