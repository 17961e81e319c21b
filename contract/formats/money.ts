import { groupThousands, UNKNOWN } from './format-number.ts'

/** The API sends dollars as a JSON number; the shop computes in cents. */
export const toCents = (dollars: number) => Math.round(dollars * 100)
export const toDollars = (cents: number) => cents / 100

export function formatDollars(dollars: number) {
  if (!Number.isFinite(dollars)) return UNKNOWN
  const [whole = '', cents] = Math.abs(dollars).toFixed(2).split('.')
  return `${dollars < 0 ? '-' : ''}$${groupThousands(whole)}.${cents}`
}
