import { z } from 'zod'

/** Dollars travel as a JSON number, cents are what the shop computes with. */
export const toCents = (dollars: number) => Math.round(dollars * 100)
export const toDollars = (cents: number) => cents / 100

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const formatDollars = (dollars: number) => dollarFormat.format(dollars)

/** Whether a dollar amount is a whole number of cents, as far as a JSON number can say it. */
const wholeCents = (dollars: number) => Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6

export const dollars = z
  .number('Give the price as a number of dollars')
  .min(0.01, 'The price must be at least $0.01')
  .max(999_999.99, 'The price must be at most $999,999.99')
  .refine(wholeCents, 'Give the price in whole cents')
