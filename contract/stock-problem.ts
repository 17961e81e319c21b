import { formatCount } from './format-number.ts'
import { minimumOrder, type StockLevel } from './order-quantity.ts'

/** Why a product cannot be ordered at all; an order must be for fewer units than are available. */
export const stockProblem = (product: StockLevel) =>
  product.quantity === 0 ? 'Sold out' : `Needs ${formatCount(minimumOrder(product) + 1)} in stock`
