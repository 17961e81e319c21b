import { type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router'
import {
  type CatalogueSearch,
  readCatalogueSearch,
  writeCatalogueSearch,
} from '#contract/catalogue/product-search.ts'
import type { PageHandle } from '#contract/site/page-data.ts'
import { pageData } from '../boot/server-context.ts'
import { pageMeta } from '../layout/page-meta.ts'
import { PageHeader } from '../ui/page/page-header.tsx'
import type { Route } from './+types/catalogue.ts'
import { catalogueAddress, hasFilters } from './search/catalogue-address.ts'
import { CategoryChips } from './search/category-chips.tsx'
import { forCards } from './search/for-cards.ts'
import { SearchForm } from './search/search-form.tsx'
import { SearchResults } from './search/search-results.tsx'
import { shownCategories } from './search/shown-categories.ts'
import { useSearchForm } from './search/use-search-form.ts'

export const handle = {
  dependsOn: ['catalogue'],
  query: (params) => writeCatalogueSearch(readCatalogueSearch(params)),
} satisfies PageHandle

export function meta({ matches: [root], loaderData, location }: Route.MetaArgs) {
  if (!loaderData) return []
  const { found, category } = loaderData
  const search = readCatalogueSearch(new URLSearchParams(location.search))
  const title =
    [search.q && `“${search.q}”`, category].filter(Boolean).join(' in ') || headingOf(search, category)
  const page = found.page > 1 ? `, page ${found.page}` : ''
  return [
    ...pageMeta(root.loaderData, {
      title: `${title}${page} · ${root.loaderData.name}`,
      description:
        'The whole catalogue: search by name or description, sort by price or stock, and see the price of the minimum order.',
      path: productsAddress({ ...search, view: 'cards', page: found.page }),
    }),
    // Searches are endless; search engines find every product in the plain lists.
    ...(hasFilters({ ...search, category: found.total > 0 ? '' : search.category })
      ? [{ name: 'robots', content: 'noindex' }]
      : []),
  ]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readCatalogueSearch(new URL(request.url).searchParams)
  const shop = context.get(pageData)
  const [{ products, suggestions, ...found }, all] = await Promise.all([
    shop.catalogue(search),
    shop.categories(),
  ])
  const categories = shownCategories(all, search.category)
  const category = categories.find(({ slug }) => slug === search.category)?.name ?? ''
  const shown = search.view === 'list' ? products : forCards(products)
  return {
    found: { ...found, products: shown, suggestions: forCards(suggestions) },
    categories,
    category,
  }
}

/** A category is there as long as it has products. */
const headingOf = (search: CatalogueSearch, category: string) =>
  category || (search.category ? 'Category not found' : 'All products')

/** Whatever their prices are computed for. */
const productsAddress = (search: CatalogueSearch) => catalogueAddress({ ...search, units: null })

/** Another quantity for the same products needs nothing new. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const [now, next] = [currentUrl, nextUrl].map(({ searchParams }) => readCatalogueSearch(searchParams))
  const isAnotherQuantity =
    now &&
    next &&
    catalogueAddress(now) !== catalogueAddress(next) &&
    productsAddress(now) === productsAddress(next)
  return isAnotherQuantity ? false : defaultShouldRevalidate
}

export default function Catalogue({ loaderData: { found, categories, category } }: Route.ComponentProps) {
  const search = readCatalogueSearch(useSearchParams()[0])
  const form = useSearchForm(search)
  return (
    <>
      <PageHeader
        title={headingOf(search, category)}
        lead={
          <span className="max-sm:hidden print:hidden">Search names, SKUs and details. Typos are fine.</span>
        }
      >
        <SearchForm search={search} form={form} />
      </PageHeader>
      <div className="content grid gap-6 py-8 lg:py-12">
        <CategoryChips
          categories={categories}
          chosen={search.category}
          addressOf={(slug) => catalogueAddress({ ...search, category: slug, page: 1 })}
        />
        <SearchResults search={search} found={found} category={category} onUnitsInput={form.onInput} />
      </div>
    </>
  )
}
