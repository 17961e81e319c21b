import { isOrderable, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { stockProblem } from '#contract/catalogue/stock-problem.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { toCents, toDollars } from '#contract/formats/money.ts'

type Offered = Pick<Product, 'price' | 'quantity' | 'minimum'>
export type PriceForUnits = { units: number; price: number } | { problem: string }

/** The price for a quantity, by default the minimum order, or why it cannot be ordered. */
export function priceForUnits(product: Offered, typed: number | null): PriceForUnits {
  const minimum = minimumOrder(product)
  const units = typed ?? minimum
  if (!isOrderable(product)) return { problem: stockProblem(product) }
  if (units < minimum) return { problem: `Minimum ${formatCount(minimum)}` }
  if (units >= product.quantity) return { problem: `At most ${formatCount(product.quantity - 1)}` }
  return { units, price: toDollars(toCents(product.price) * units) }
}
