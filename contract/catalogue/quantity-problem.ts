import { formatCount } from '../formats/format-number.ts'
import { isOrderable, minimumOrder, type StockLevel } from './order-quantity.ts'

/** Why this quantity cannot be ordered, or null. The form uses it to disable its button, the server to refuse. */
export function quantityProblem(orders: number, product: StockLevel): string | null {
  const minimum = minimumOrder(product)
  if (!isOrderable(product)) return 'This product cannot be ordered at the moment: not enough in stock'
  if (!Number.isInteger(orders)) return 'Order a whole number of units'
  if (orders < minimum) return `Order at least ${formatCount(minimum)} units`
  if (orders >= product.quantity)
    return `Only ${formatCount(product.quantity)} units are available; order fewer`
  return null
}
