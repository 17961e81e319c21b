import { expect, test } from 'vitest'
import { usualQuantities } from './usual-quantities.ts'

const product = { price: 12.4, quantity: 10_000, minimum: 100 }

test.each([
  ['the minimum order of the shop', {}, [100, 250, 500]],
  ['a smaller minimum of the product', { minimum: 1 }, [100, 250, 500]],
  ['a larger one', { minimum: 144 }, [144, 360, 720]],
  ['half of which is no unit', { minimum: 125 }, [125, 250, 625]],
  ['stock that must not be used up', { quantity: 500 }, [100, 250]],
  ['too little in stock', { quantity: 100 }, []],
  ['more than a card can pay', { price: 3_000 }, [100, 250]],
])('usual quantities, %s', (_, given, quantities) => {
  expect(usualQuantities({ ...product, ...given })).toEqual(quantities)
})
