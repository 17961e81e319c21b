import { formatCount } from '#contract/format-count.ts'
import { minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'

/** Why a product cannot be ordered at all; an order must be for fewer units than are available. */
export const stockProblem = (product: Pick<Product, 'quantity' | 'minimum'>) =>
  product.quantity === 0 ? 'Sold out' : `Needs ${formatCount(minimumOrder(product) + 1)} in stock`
