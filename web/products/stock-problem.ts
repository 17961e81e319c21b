import type { Product } from '#contract/products.ts'

/** Why a product cannot be ordered at all. */
export const stockProblem = ({ quantity }: Pick<Product, 'quantity'>) =>
  quantity === 0 ? 'Sold out' : 'Not enough in stock'
