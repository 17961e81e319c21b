import { MAX_QUANTITY } from '#contract/catalogue/products.ts'
import { formatCount } from '#contract/formats/format-number.ts'

/** Held units may all come back, and fit then. */
export const maxQuantity = (held = 0) => Math.max(0, MAX_QUANTITY - held)

/** Why a product's quantity cannot be raised to this while so many of its units are held, or null. */
export function stockProblem(to: number, held = 0): string | null {
  const most = maxQuantity(held)
  if (to <= most) return null
  const reason = held > 0 ? ` while unpaid orders and offers hold ${formatCount(held)}` : ''
  return `The quantity must be at most ${formatCount(most)}${reason}`
}
