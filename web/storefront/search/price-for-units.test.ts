import { expect, test } from 'vitest'
import { priceForUnits } from './price-for-units.ts'

const product = { price: 12.4, quantity: 1500, minimum: 250 }

test.each([
  [null, { units: 250, price: 3100 }],
  [250, { units: 250, price: 3100 }],
  [249, { problem: 'Minimum 250' }],
  [1499, { units: 1499, price: 18587.6 }],
  [1500, { problem: 'At most 1,499' }],
])('%s units of a product: %j', (typed, expected) => {
  expect(priceForUnits(product, typed)).toEqual(expected)
})

test('what cannot be ordered says so, whatever is typed', () => {
  expect(priceForUnits({ ...product, quantity: 0 }, null)).toEqual({ problem: 'Sold out' })
  expect(priceForUnits({ ...product, quantity: 250 }, 300)).toEqual({
    problem: 'Not enough in stock to order',
  })
})
