import {
  type CatalogueSearch,
  defaultSort,
  type ProductSearch,
  writeCatalogueSearch,
} from '#contract/catalogue/product-search.ts'

/** The URL of a search; equal searches have equal URLs. */
export function catalogueAddress(search: CatalogueSearch): string {
  const query = String(writeCatalogueSearch(search))
  return query === '' ? '/catalogue' : `/catalogue?${query}`
}

/** Whether the search differs from all products in default order. */
export const hasFilters = (search: ProductSearch) =>
  search.q !== '' || search.category !== '' || hasFoldedFilters(search)

/** Those that a phone folds away. */
export const hasFoldedFilters = ({ q, sort, min, max, inStock }: ProductSearch) =>
  sort !== defaultSort(q) || min !== null || max !== null || inStock
