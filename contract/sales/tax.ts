/** Percent with up to three decimals, as a whole number of thousandths. */
const THOUSANDTHS = 1000

/**
 * The tax that a total contains, in cents, rounded half up, once per document: total × p / (100 + p). All numbers stay below
 * 2^53, so the arithmetic is exact.
 */
export function containedTax(totalCents: number, percent: number): number {
  const part = Math.round(percent * THOUSANDTHS)
  const whole = 100 * THOUSANDTHS + part
  return Math.floor((2 * totalCents * part + whole) / (2 * whole))
}

/** Rounded cumulatively: the credit notes of a full refund add up to the tax of its invoice. */
export const containedTaxOfRefund = (refundedBefore: number, refundCents: number, percent: number) =>
  containedTax(refundedBefore + refundCents, percent) - containedTax(refundedBefore, percent)
