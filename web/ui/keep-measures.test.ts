import { expect, test } from 'vitest'
import { keepMeasures } from './keep-measures.ts'

test.each([
  ['Claw Hammer, 16 oz, Hickory Handle', 'Claw Hammer, 16~oz, Hickory Handle'],
  ['Wood screws #8 × 2 in., box of 200', 'Wood screws #8~×~2~in., box~of~200'],
  ['Cordless Drill Driver 18 V, 1/2 in Chuck', 'Cordless Drill Driver 18~V, 1/2~in Chuck'],
  ['Tape Measure, 25 ft × 1 in', 'Tape Measure, 25~ft~×~1~in'],
  ['Gloves of leather, 2 different sizes', 'Gloves of leather, 2 different sizes'],
  ['Circular Saw Blade 7 1/4 in, 24 Teeth', 'Circular Saw Blade 7~1/4~in, 24~Teeth'],
  ['Hex Key Set, Metric, 7 Pieces', 'Hex Key Set, Metric, 7~Pieces'],
])('no line ends within a measure: %s', (name, kept) => {
  expect(keepMeasures(name).replaceAll('\u00A0', '~')).toBe(kept)
})
