import type { Product } from './products.ts'
import { normalizeSearch, readPageNumber } from './search-text.ts'

/** What can be asked of the catalogue, and how an address says it. Without schemas, because pages use it. */
export type ProductSearch = {
  q: string
  sort: ProductSort
  page: number
  limit: number
  /** Dollars per unit. */
  min: number | null
  max: number | null
  inStock: boolean
}

export const PRODUCT_SORTS = ['relevance', 'newest', 'price-asc', 'price-desc', 'stock'] as const
export type ProductSort = (typeof PRODUCT_SORTS)[number]

export const PRODUCTS_PER_PAGE = 24

export type ProductPage = {
  products: Product[]
  /** How many there are, or can be paged through where `exact` is false. */
  total: number
  exact: boolean
  /** Nothing was spelled like this; these are spelled alike. */
  corrected: boolean
}

/** What is sorted by where nothing else is asked for. */
export const defaultSort = (q: string): ProductSort => (q === '' ? 'newest' : 'relevance')

/** Dollars with at most two decimals, or null. */
export function readPrice(written: string): number | null {
  return /^(\d{1,6}(\.\d{0,2})?|\.\d{1,2})$/.test(written) ? Number(written) : null
}

/** Reads an address that a person may have typed: what makes no sense counts as not there. */
export function readProductSearch(asked: URLSearchParams): ProductSearch {
  const q = normalizeSearch(asked.get('q') ?? '')
  const sort = PRODUCT_SORTS.find((known) => known === asked.get('sort'))
  return {
    q,
    sort: sort && !(sort === 'relevance' && q === '') ? sort : defaultSort(q),
    page: readPageNumber(asked),
    limit: PRODUCTS_PER_PAGE,
    min: readPrice(asked.get('min')?.trim() ?? '') || null,
    max: readPrice(asked.get('max')?.trim() ?? ''),
    inStock: asked.get('inStock') === 'true',
  }
}

/** The one way to write a search: equal searches have equal addresses. */
export function writeProductSearch({
  q,
  sort,
  page,
  limit,
  min,
  max,
  inStock,
}: ProductSearch): URLSearchParams {
  return new URLSearchParams([
    ...(q ? [['q', q]] : []),
    ...(sort === defaultSort(q) ? [] : [['sort', sort]]),
    ...(min === null ? [] : [['min', String(min)]]),
    ...(max === null ? [] : [['max', String(max)]]),
    ...(inStock ? [['inStock', 'true']] : []),
    ...(limit === PRODUCTS_PER_PAGE ? [] : [['limit', String(limit)]]),
    ...(page === 1 ? [] : [['page', String(page)]]),
  ])
}
