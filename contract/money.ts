/** Dollars travel as a JSON number, cents are what the shop computes with. */
export const toCents = (dollars: number) => Math.round(dollars * 100)
export const toDollars = (cents: number) => cents / 100

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const formatDollars = (dollars: number) => dollarFormat.format(dollars)
