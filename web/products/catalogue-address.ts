import {
  defaultSort,
  type ProductSearch,
  readProductSearch,
  writeProductSearch,
} from '#contract/product-search.ts'

/** The URL of a search; equal searches have equal URLs. */
export function catalogueAddress(search: ProductSearch): string {
  const query = String(writeProductSearch(search))
  return query === '' ? '/catalogue' : `/catalogue?${query}`
}

export const categoryAddress = (slug: string) =>
  catalogueAddress(readProductSearch(new URLSearchParams({ category: slug })))

/** Whether the search differs from all products in default order. */
export const hasFilters = ({ q, sort, min, max, inStock, category }: ProductSearch) =>
  q !== '' || sort !== defaultSort(q) || min !== null || max !== null || inStock || category !== ''
