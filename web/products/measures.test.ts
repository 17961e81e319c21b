import { expect, test } from 'vitest'
import { keepMeasures, packageOf } from './measures.ts'

test.each([
  ['Claw Hammer, 16 oz, Hickory Handle', 'Claw Hammer, 16~oz, Hickory Handle'],
  ['Wood screws #8 × 2 in., box of 200', 'Wood screws #8~×~2~in., box~of~200'],
  ['Cordless Drill Driver 18 V, 1/2 in Chuck', 'Cordless Drill Driver 18~V, 1/2~in Chuck'],
  ['Tape Measure, 25 ft × 1 in', 'Tape Measure, 25~ft~×~1~in'],
  ['Gloves of leather, 2 different sizes', 'Gloves of leather, 2 different sizes'],
  ['Hex Key Set, Metric, 7 Pieces', 'Hex Key Set, Metric, 7~Pieces'],
])('no line ends within a measure: %s', (name, kept) => {
  expect(keepMeasures(name).replaceAll('\u00A0', '~')).toBe(kept)
})

test.each([
  ['Wood screws #8 × 2 in., box of 200', 'box of 200'],
  ['Cut-Off Wheel 4-1/2 × 0.045 in, Box of 25', 'box of 25'],
  ['Copper pipe 15 mm × 1 m, bundle of 7', 'bundle of 7'],
  ['Toolbox of steel', undefined],
  ['Claw Hammer, 16 oz, Hickory Handle', undefined],
])('what one unit of %s is: %s', (name, unit) => {
  expect(packageOf(name)).toBe(unit)
})
