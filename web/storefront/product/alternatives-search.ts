import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import { type ProductSearch, readProductSearch } from '#contract/catalogue/product-search.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { slugOf } from '#contract/formats/slug.ts'

const MAX_ALTERNATIVES = 3

/** What to look for in place of a product that cannot be ordered; null where nothing is to be replaced. */
export function alternativesSearch(product: Product): ProductSearch | null {
  const category = slugOf(product.category)
  if (isOrderable(product) || category === '') return null
  return { ...readProductSearch(new URLSearchParams()), category, inStock: true, limit: MAX_ALTERNATIVES }
}
