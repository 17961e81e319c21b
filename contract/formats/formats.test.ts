import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCount } from './format-number.ts'
import { formatDollars, toDollars } from './money.ts'

const counts = new Intl.NumberFormat('en-US')
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

test('counts and prices are written as Intl writes them', () => {
  fc.assert(
    fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (count) => {
      expect(formatCount(count)).toBe(counts.format(count))
    }),
  )
  // Up to a hundred thousand times the largest total of an order.
  fc.assert(
    fc.property(fc.integer({ min: -10_000_000_000_000, max: 10_000_000_000_000 }), (cents) => {
      expect(formatDollars(toDollars(cents))).toBe(dollars.format(toDollars(cents)))
    }),
  )
})
