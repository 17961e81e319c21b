/** The least that can be ordered of anything. */
export const MINIMUM_ORDER = 100

/** Stock is low when fewer than this many smallest orders are left of it; the database marks products by the same number. */
export const LOW_STOCK_ORDERS = 3

export type StockLevel = { quantity: number; minimum: number }

export const minimumOrder = (product: StockLevel) => Math.max(MINIMUM_ORDER, product.minimum)

/** An order has to stay below what is there, so a small rest cannot be ordered at all. */
export const isOrderable = (product: StockLevel) => minimumOrder(product) < product.quantity

/** Why this quantity cannot be ordered, or null. The form disables its button by it; the server refuses by it. */
export function quantityProblem(orders: number, product: StockLevel): string | null {
  const least = minimumOrder(product)
  if (!isOrderable(product))
    return 'This product cannot be ordered at the moment: too few units are available'
  if (!Number.isInteger(orders)) return 'Order a whole number of units'
  if (orders < least) return `Order at least ${least} units`
  if (orders >= product.quantity) return `Only ${product.quantity} units are available; order fewer`
  return null
}
