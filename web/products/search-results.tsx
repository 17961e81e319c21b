import { Link, useNavigation } from 'react-router'
import { formatTotal } from '#contract/format-count.ts'
import type { CataloguePage } from '#contract/page-data.ts'
import type { ProductSearch } from '#contract/product-search.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { catalogueAddress, hasFilters } from './catalogue-address.ts'
import { ProductGrid } from './product-grid.tsx'

type SearchResultsProps = { search: ProductSearch; found: CataloguePage }

/** The results, announced to screen readers; the old ones stay until the next have loaded. */
export function SearchResults({ search, found }: SearchResultsProps) {
  const { location } = useNavigation()
  const addressOf = (page: number) => catalogueAddress({ ...search, page })
  return (
    <section
      aria-label="Products found"
      aria-busy={location?.pathname === '/catalogue'}
      className="transition-opacity delay-150 aria-busy:opacity-60 [&>nav]:mt-12"
    >
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <div role="status">
          <h2 className="text-lg">{countSentence(found, search)}</h2>
          {found.corrected && found.total > 0 && (
            <p className="text-quiet">No exact match for “{search.q}”. Showing similar products.</p>
          )}
          {!found.exact && <p className="text-quiet">Add a word or a price to narrow it down.</p>}
        </div>
        {hasFilters(search) && found.total > 0 && (
          <Link to="/catalogue" className="link font-semibold">
            Clear all
          </Link>
        )}
      </div>
      {found.total > 0 ? (
        <ProductGrid products={found.products} aboveTheFold />
      ) : (
        <NothingFound search={search} suggestions={found.suggestions} />
      )}
      {/* Keyed by the search: a new one starts at its first page without moving the focus. */}
      <Pagination key={addressOf(1)} page={found.page} pages={found.pages} addressOf={addressOf} />
    </section>
  )
}

function countSentence({ total, exact, page, pages }: CataloguePage, { q }: ProductSearch) {
  const products = total === 1 ? 'product' : 'products'
  const counted = total === 0 ? 'No products' : `${formatTotal({ total, exact })} ${products}`
  const words = q === '' ? '' : ` for “${q}”`
  return `${counted}${words}${page > 1 ? `, page ${page} of ${pages}` : ''}`
}

function NothingFound({
  search,
  suggestions,
}: {
  search: ProductSearch
  suggestions: CataloguePage['suggestions']
}) {
  if (!hasFilters(search))
    return (
      <EmptyState sentence="The shelves are still empty: no product has been added yet.">
        <Link to="/" className="btn btn-outline">
          Back to the home page
        </Link>
      </EmptyState>
    )
  return (
    <>
      <EmptyState sentence="No matches. Try fewer words or a wider price range.">
        <Link to="/catalogue" className="btn btn-primary">
          Show all products
        </Link>
      </EmptyState>
      {suggestions.length > 0 && (
        <>
          <h2 className="mt-12 mb-6 text-xl">Similar products</h2>
          <ProductGrid products={suggestions} />
        </>
      )}
    </>
  )
}
