import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { product } from '#contract/products.ts'
import { openTestShop, type TestShop } from '#test/shop.ts'
import { z } from 'zod'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop(inject('databaseServer'))
})
afterAll(() => shop.close())

test('the demo catalogue is there for anyone, newest first, in the contract’s shape', async () => {
  const { status, json } = await shop.call('GET', '/api/products')
  expect(status).toBe(200)
  const list = z.array(product.strict()).parse(json)
  expect(list.length).toBeGreaterThanOrEqual(36)
  for (const { minimum, quantity, price } of list) {
    expect(minimum).toBe(100)
    expect(quantity).toBeGreaterThanOrEqual(80)
    expect(quantity).toBeLessThanOrEqual(50_000)
    expect(price * quantity).toBeLessThan(999_999)
  }
})
