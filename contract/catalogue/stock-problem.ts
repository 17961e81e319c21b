import type { StockLevel } from './order-quantity.ts'

/** Why a product cannot be ordered at all; an order leaves at least one unit in stock. */
export const stockProblem = (product: StockLevel) =>
  product.quantity === 0 ? 'Sold out' : 'Not enough in stock to order'
