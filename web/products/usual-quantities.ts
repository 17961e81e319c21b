import { toCents } from '#contract/money.ts'
import { minimumOrder } from '#contract/order-quantity.ts'
import type { Product } from '#contract/products.ts'
import { quantityProblem } from '#contract/quantity-problem.ts'
import { totalProblem } from '#contract/total-limits.ts'

/** The minimum order and two larger ones, as far as they can be ordered: 100, 250 and 500 of most products. */
export function usualQuantities(product: Pick<Product, 'price' | 'quantity' | 'minimum'>): number[] {
  const minimum = minimumOrder(product)
  const larger = minimum % 2 === 0 ? 2.5 : 2
  return [minimum, larger * minimum, 5 * minimum].filter(
    (units) =>
      quantityProblem(units, product) === null && totalProblem(toCents(product.price) * units) === null,
  )
}
