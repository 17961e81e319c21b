import { type ProductSearch, usualSort, writeProductSearch } from '#contract/product-search.ts'

/** Where a search is shown; equal searches have equal addresses. */
export function catalogueAddress(search: ProductSearch): string {
  const query = String(writeProductSearch(search))
  return query === '' ? '/catalogue' : `/catalogue?${query}`
}

/** Whether something else is shown than all products in their usual order. */
export const isNarrowed = ({ q, sort, min, max, inStock }: ProductSearch) =>
  q !== '' || sort !== usualSort(q) || min !== null || max !== null || inStock
