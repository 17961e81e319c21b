/** The card provider's limits for a single payment. */
export const MIN_TOTAL_CENTS = 50
export const MAX_TOTAL_CENTS = 99_999_999

/** Why this total cannot be charged, or null. */
export function totalProblem(totalCents: number): string | null {
  if (totalCents > MAX_TOTAL_CENTS) return 'An order can be at most $999,999.99; order fewer units'
  if (totalCents < MIN_TOTAL_CENTS) return 'An order must be at least $0.50; order more units'
  return null
}
