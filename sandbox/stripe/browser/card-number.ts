export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay' | 'unknown'

const prefixes: [brand: Brand, start: RegExp][] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
  ['discover', /^(6011|64[4-9]|65)/],
  ['diners', /^3(0|6|8|9)/],
  ['jcb', /^35/],
  ['unionpay', /^(62|81)/],
]

const groupsOf: Partial<Record<Brand, number[]>> = { amex: [4, 6, 5], diners: [4, 6, 4] }
const usualGroups = [4, 4, 4, 4]

export const digitsOf = (text: string) => text.replace(/\D/g, '')

export function brandOf(digits: string): Brand {
  return prefixes.find(([, start]) => start.test(digits))?.[0] ?? 'unknown'
}

const groups = (digits: string) => groupsOf[brandOf(digits)] ?? usualGroups
export const numberLength = (digits: string) => groups(digits).reduce((total, length) => total + length, 0)
export const cvcLength = (digits: string) => (brandOf(digits) === 'amex' ? 4 : 3)

/** The number in the groups that are printed on the card. */
export function formatNumber(text: string): string {
  const digits = digitsOf(text)
  const parts: string[] = []
  let start = 0
  for (const length of groups(digits)) {
    if (start < digits.length) parts.push(digits.slice(start, start + length))
    start += length
  }
  return parts.join(' ')
}

/** `1234` becomes `12 / 34`; a first digit above 1 is a whole month; a pasted year may have four digits. */
export function formatExpiry(text: string): string {
  const typed = digitsOf(text).replace(/^(\d\d)20(\d\d)$/, '$1$2')
  const digits = (/^[2-9]/.test(typed) ? `0${typed}` : typed).slice(0, 4)
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}
