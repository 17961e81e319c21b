import { minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { quantityProblem } from '#contract/catalogue/quantity-problem.ts'
import { toCents } from '#contract/formats/money.ts'
import { totalProblem } from '#contract/sales/total-limits.ts'

/** The minimum order and two larger ones, as far as they can be ordered: 100, 250 and 500 of most products. */
export function usualQuantities(product: Pick<Product, 'price' | 'quantity' | 'minimum'>): number[] {
  const minimum = minimumOrder(product)
  const larger = minimum % 2 === 0 ? 2.5 : 2
  return [minimum, larger * minimum, 5 * minimum].filter(
    (units) =>
      quantityProblem(units, product) === null && totalProblem(toCents(product.price) * units) === null,
  )
}
