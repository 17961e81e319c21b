import { normalizeSearch, readPageNumber } from '../formats/search-text.ts'
import { slugOf } from '../formats/slug.ts'

/** A search of the catalogue, and how a URL spells it. Without schemas, because pages import it. */
export type ProductSearch = {
  q: string
  sort: ProductSort
  page: number
  limit: number
  /** Dollars per unit. */
  min: number | null
  max: number | null
  inStock: boolean
  /** A category's slug, or empty for all. */
  category: string
}

export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'stock'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const PRODUCTS_PER_PAGE = 24
export const MAX_CATEGORY_LENGTH = 60

/** The sort order if none is given. */
export const defaultSort = (q: string): ProductSort => (q === '' ? 'newest' : 'relevance')

/** Dollars with at most two decimals, or null. */
export function readPrice(written: string): number | null {
  return /^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$/.test(written) ? Number(written) : null
}

/** Reads the query of a URL that a person may have typed: invalid values are ignored. */
export function readProductSearch(params: URLSearchParams): ProductSearch {
  const q = normalizeSearch(params.get('q') ?? '')
  const sort = PRODUCT_SORTS.find((option) => option === params.get('sort'))
  return {
    q,
    sort: sort && !(sort === 'relevance' && q === '') ? sort : defaultSort(q),
    page: readPageNumber(params),
    limit: PRODUCTS_PER_PAGE,
    min: readPrice(params.get('min')?.trim() ?? '') || null,
    max: readPrice(params.get('max')?.trim() ?? ''),
    inStock: params.get('inStock') === 'true',
    category: slugOf((params.get('category') ?? '').slice(0, MAX_CATEGORY_LENGTH)),
  }
}

/** The canonical form: equal searches have equal URLs. */
export function writeProductSearch({
  q,
  sort,
  page,
  limit,
  min,
  max,
  inStock,
  category,
}: ProductSearch): URLSearchParams {
  return new URLSearchParams([
    ...(q ? [['q', q]] : []),
    ...(category ? [['category', category]] : []),
    ...(sort === defaultSort(q) ? [] : [['sort', sort]]),
    ...(min === null ? [] : [['min', String(min)]]),
    ...(max === null ? [] : [['max', String(max)]]),
    ...(inStock ? [['inStock', 'true']] : []),
    ...(limit === PRODUCTS_PER_PAGE ? [] : [['limit', String(limit)]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ])
}

/** A search as the catalogue's page shows it; the API knows nothing of the rest. */
export type CatalogueSearch = ProductSearch & {
  view: 'cards' | 'list'
  /** In the list, the quantity that prices are for; null for the minimum order of each product. */
  units: number | null
}

export function readCatalogueSearch(params: URLSearchParams): CatalogueSearch {
  const view = params.get('view') === 'list' ? 'list' : 'cards'
  return {
    ...readProductSearch(params),
    view,
    units: view === 'list' ? readUnits(params.get('units')?.trim() ?? '') : null,
  }
}

const readUnits = (written: string) => (/^\d{1,9}$/.test(written) && Number(written)) || null

/** The canonical form, as of a product search. */
export function writeCatalogueSearch({ view, units, ...search }: CatalogueSearch): URLSearchParams {
  return new URLSearchParams([
    ...writeProductSearch(search),
    ...(view === 'list' ? [['view', view]] : []),
    ...(view === 'list' && units ? [['units', String(units)]] : []),
  ])
}
