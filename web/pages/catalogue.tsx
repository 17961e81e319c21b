import type { PageHandle } from '#contract/page-data.ts'
import { readProductSearch, writeProductSearch } from '#contract/product-search.ts'
import { pageMeta } from '../page-meta.ts'
import { catalogueAddress, hasFilters } from '../products/catalogue-address.ts'
import { SearchForm } from '../products/search-form.tsx'
import { SearchResults } from '../products/search-results.tsx'
import { pageData } from '../server-context.ts'
import { PageHeader } from '../ui/page-header.tsx'
import type { Route } from './+types/catalogue.ts'

export const handle = {
  dependsOn: ['catalogue', 'stock'],
  query: (params) => writeProductSearch(readProductSearch(params)),
} satisfies PageHandle

export function meta({ matches: [root], loaderData }: Route.MetaArgs) {
  if (!loaderData) return []
  const { search, found } = loaderData
  const title = search.q === '' ? 'All products' : `“${search.q}”`
  const page = found.page > 1 ? `, page ${found.page}` : ''
  return [
    ...pageMeta(root.loaderData, {
      title: `${title}${page} · ${root.loaderData.name}`,
      description:
        'The whole catalogue: search by name or description, sort by price or stock, and see the price of the minimum order.',
      path: catalogueAddress({ ...search, page: found.page }),
    }),
    // Searches are endless; search engines find every product in the plain list.
    ...(hasFilters(search) ? [{ name: 'robots', content: 'noindex' }] : []),
  ]
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const search = readProductSearch(new URL(request.url).searchParams)
  return { search, found: await context.get(pageData).catalogue(search) }
}

export default function Catalogue({ loaderData: { search, found } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="All products"
        lead={<span className="max-sm:hidden">Search names and descriptions. Typos are fine.</span>}
      >
        <SearchForm search={search} />
      </PageHeader>
      <div className="content py-8 lg:py-12">
        <SearchResults search={search} found={found} />
      </div>
    </>
  )
}
