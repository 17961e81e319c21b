import { expect, test } from 'vitest'
import { packageOf } from './package-of.ts'

test.each([
  ['Wood screws #8 × 2 in., box of 200', 'box of 200'],
  ['Cut-Off Wheel 4 1/2 × 0.045 in, Box of 25', 'box of 25'],
  ['Copper pipe 15 mm × 1 m, bundle of 7', 'bundle of 7'],
  ['Toolbox of steel', undefined],
  ['Claw Hammer, 16 oz, Hickory Handle', undefined],
])('what one unit of %s is: %s', (name, unit) => {
  expect(packageOf(name)).toBe(unit)
})
