import { Link } from 'react-router'
import type { ShownCategory } from './shown-categories.ts'

type CategoryChipsProps = {
  categories: ShownCategory[]
  /** The slug of the chosen one, or empty for all; without it there is no chip for all. */
  chosen?: string
  addressOf: (slug: string) => string
}

/** One line that scrolls on a phone, the chosen one first, with room for the focus ring; wrapped where there is room. */
export function CategoryChips({ categories, chosen, addressOf }: CategoryChipsProps) {
  if (categories.length === 0) return null
  const chips = chosen === undefined ? categories : [{ name: 'All', slug: '' }, ...categories]
  return (
    <nav
      aria-label="Categories"
      className="-mx-4 -my-2 overflow-x-auto px-4 py-2 sm:overflow-visible print:hidden"
    >
      <ul className="flex w-max gap-2 sm:w-auto sm:flex-wrap">
        {chips.map(({ name, slug }) => (
          <li key={slug} className="max-sm:has-[[aria-current]]:order-first">
            <Link
              to={addressOf(slug)}
              prefetch="intent"
              preventScrollReset={chosen !== undefined}
              aria-current={slug === chosen ? 'page' : undefined}
              className="flex min-h-9 items-center whitespace-nowrap rounded-selector border border-base-300 px-3 hover:border-link aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-content"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
