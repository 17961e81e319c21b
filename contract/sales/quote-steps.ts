import { formatCount } from '../formats/format-number.ts'
import { formatDollars, toCents } from '../formats/money.ts'
import { MAX_TOTAL_CENTS } from './total-limits.ts'

/** An offer's price per unit from this quantity on. */
export type QuoteStep = { orders: number; price: number }

export const MAX_STEPS = 4

/** One step offers exactly its quantity; several offer everything from the smallest to the largest. */
export function offeredQuantities(steps: QuoteStep[]): { least: number; most: number } {
  const quantities = steps.map(({ orders }) => orders)
  return { least: Math.min(...quantities), most: Math.max(...quantities) }
}

/** The unit price of a quantity: that of the largest step not above it. Null when the offer does not cover it. */
export function unitPriceFor(steps: QuoteStep[], orders: number): number | null {
  const { least, most } = offeredQuantities(steps)
  if (!Number.isInteger(orders) || orders < least || orders > most) return null
  return steps.findLast((step) => step.orders <= orders)?.price ?? null
}

/** Why this cannot be offered, or null: every quantity that it allows must be within the card provider's limit. */
export function stepsProblem(steps: QuoteStep[]): string | null {
  for (const [index, { orders, price }] of steps.entries()) {
    const next = steps[index + 1]
    if (next && next.orders <= orders) return 'List the quantities in ascending order, each once'
    const most = next ? next.orders - 1 : orders
    if (toCents(price) * most > MAX_TOTAL_CENTS)
      return `${formatCount(most)} units at ${formatDollars(price)} come to more than $999,999.99, the maximum for one order`
  }
  return null
}
