export const NUMBER_LENGTH = 16
export const CVC_LENGTH = 3

export const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The number in the groups of four that are printed on the card. */
export const formatNumber = (text: string) =>
  digitsOf(text)
    .slice(0, NUMBER_LENGTH)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

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
