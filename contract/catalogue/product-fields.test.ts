import { expect, test } from 'vitest'
import { MINIMUM_ORDER } from './order-quantity.ts'
import { productEdit } from './product-changes.ts'
import { defaultValues, fieldNames, productFields } from './product-fields.ts'
import { newProduct } from './products.ts'

const hammer = { name: 'Hammer', image: '/hammer.svg', description: 'Forged.', price: 1, quantity: 1 }

test('no schema fills in what was left out: in an edit that would overwrite what is there', () => {
  expect(productEdit.parse({ version: 1 })).toEqual({ version: 1 })
  expect(newProduct.parse(hammer)).toEqual(hammer)
})

test('what has no default must be given for a new product, and nothing else', () => {
  const { issues = [] } = newProduct.safeParse({}).error ?? {}
  expect(issues.map(({ path }) => path[0])).toEqual(
    fieldNames.filter((name) => defaultValues[name] === undefined),
  )
})

test('a new product’s minimum is the least that can be ordered of anything', () => {
  const { default: minimum, help } = productFields.minimum
  expect(minimum).toBe(MINIMUM_ORDER)
  for (const sentence of Object.values(help)) expect(sentence).toContain(String(MINIMUM_ORDER))
})
