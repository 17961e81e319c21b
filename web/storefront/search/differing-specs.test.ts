import { expect, test } from 'vitest'
import { differingSpecs, specOf } from './differing-specs.ts'

const product = (specs: Record<string, string>) => ({
  specs: Object.entries(specs).map(([name, value]) => ({ name, value })),
})

test('columns are what differs, what most products have first', () => {
  const products = [
    product({ Finish: 'zinc', Material: 'steel', Length: '20 mm' }),
    product({ Material: 'steel', Length: '30 mm', Finish: 'plain' }),
    product({ material: 'steel', length: '30 mm' }),
  ]
  expect(differingSpecs(products, 4)).toEqual(['Length', 'Finish'])
  expect(differingSpecs(products, 1)).toEqual(['Length'])
  expect(products.map((one) => specOf(one, 'Length'))).toEqual(['20 mm', '30 mm', '30 mm'])
  expect(products.map((one) => specOf(one, 'Finish'))).toEqual(['zinc', 'plain', undefined])
})

test('what few have, what is the same everywhere and a single product make no column', () => {
  const plain = Array.from({ length: 5 }, () => product({ Material: 'steel' }))
  expect(differingSpecs([...plain, product({ Teeth: '12' }), product({ Teeth: '24' })], 4)).toEqual([])
  expect(differingSpecs([product({ Length: '20 mm' })], 4)).toEqual([])
  expect(differingSpecs([], 4)).toEqual([])
})
