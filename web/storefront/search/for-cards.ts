import type { Product } from '#contract/catalogue/products.ts'

/** Some words more than fit into a card's one line. */
const LONG_DESCRIPTION = /^(?=.{160})(.{1,159})\s.*$/s

/** What cards show of products. The rest would be in the page twice: in its HTML, and in the data that the app starts with. */
export const forCards = (products: Product[]): Product[] =>
  products.map((product) => ({
    ...product,
    description: product.description.replace(LONG_DESCRIPTION, '$1…'),
    specs: [],
  }))
