import type { FormEventHandler } from 'react'
import { Link, useNavigation } from 'react-router'
import { type CatalogueSearch, readCatalogueSearch } from '#contract/catalogue/product-search.ts'
import { formatTotal } from '#contract/formats/format-number.ts'
import type { CataloguePage } from '#contract/site/page-data.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { catalogueAddress, hasFilters } from './catalogue-address.ts'
import { ProductGrid } from './product-grid.tsx'
import { ProductList, UnitsField } from './product-list.tsx'
import { SEARCH_FORM_ID } from './search-form.tsx'
import { ViewSwitch } from './view-switch.tsx'

type SearchResultsProps = {
  search: CatalogueSearch
  found: CataloguePage
  /** The name of the chosen category, or empty. */
  category: string
  onUnitsInput: FormEventHandler
}

/** The results, announced to screen readers; the old ones stay until the next have loaded. */
export function SearchResults({ search, found, category, onUnitsInput }: SearchResultsProps) {
  const { location } = useNavigation()
  const addressOf = (page: number) => catalogueAddress({ ...search, page })
  return (
    <section
      aria-label="Products found"
      aria-busy={location?.pathname === '/catalogue'}
      className="transition-opacity delay-150 aria-busy:opacity-60 [&>nav]:mt-12 [&>nav]:print:hidden"
    >
      <div className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div role="status">
          <h2 className="text-lg">{countSentence(found, search, category)}</h2>
          {found.corrected && found.total > 0 && (
            <p className="text-quiet">No exact match for “{search.q}”. Showing similar products.</p>
          )}
          {!found.exact && <p className="text-quiet">Add a word or a price to narrow it down.</p>}
        </div>
        {found.total > 0 && (
          <div className="flex grow items-center gap-x-6">
            {hasFilters(search) && (
              <Link to={everything(search)} className="link font-semibold print:hidden">
                Clear all
              </Link>
            )}
            <ViewSwitch search={search} />
          </div>
        )}
      </div>
      {found.total > 0 && search.view === 'list' && (
        <div className="mb-4">
          <UnitsField form={SEARCH_FORM_ID} units={search.units} onInput={onUnitsInput} />
        </div>
      )}
      {found.total > 0 && search.view === 'list' && (
        <ProductList products={found.products} units={search.units} />
      )}
      {found.total > 0 && search.view === 'cards' && <ProductGrid products={found.products} main />}
      {found.total === 0 && <NothingFound search={search} suggestions={found.suggestions} />}
      {/* Keyed by the search: a new one starts at its first page without moving the focus. */}
      <Pagination key={addressOf(1)} page={found.page} pages={found.pages} addressOf={addressOf} />
    </section>
  )
}

/** What can be changed is what was set. */
function adviceFor({ q, category, min, max, inStock }: CatalogueSearch) {
  if (min !== null || max !== null) return `Try ${q ? 'fewer words or ' : ''}a wider price range.`
  if (inStock) return 'Try turning off “In stock”.'
  if (q) return category ? 'Try fewer words, or all categories.' : 'Try fewer or different words.'
  return 'Try another category.'
}

/** All products, shown as they are shown now. */
const everything = ({ view, units }: CatalogueSearch) =>
  catalogueAddress({ ...readCatalogueSearch(new URLSearchParams()), view, units })

function countSentence(
  { total, exact, page, pages }: CataloguePage,
  { q }: CatalogueSearch,
  category: string,
) {
  const products = total === 1 ? 'product' : 'products'
  const counted = total === 0 ? 'No products' : `${formatTotal({ total, exact })} ${products}`
  const words = q === '' ? '' : ` for “${q}”`
  return `${counted}${category && ` in ${category}`}${words}${page > 1 ? `, page ${page} of ${pages}` : ''}`
}

function NothingFound({
  search,
  suggestions,
}: {
  search: CatalogueSearch
  suggestions: CataloguePage['suggestions']
}) {
  if (!hasFilters(search))
    return (
      <EmptyState sentence="The shelves are still empty: no products have been added yet.">
        <Link to="/" className="btn btn-outline">
          Back to the home page
        </Link>
      </EmptyState>
    )
  return (
    <>
      <EmptyState sentence={`No matches. ${adviceFor(search)}`}>
        <Link to={everything(search)} className="btn btn-primary">
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
