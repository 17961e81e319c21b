import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()

test('while every connection to the database is taken, calls are asked to come back, and then served', async () => {
  const { $client } = shop.shop.db
  const [product] = (await shop.call('GET', '/api/products')).json
  const target = `/api/product/${product._id}`
  const taken = await Promise.all(Array.from({ length: $client.options.max }, () => $client.connect()))
  const answers = await Promise.all(Array.from({ length: 50 }, () => shop.call('GET', target)))
  for (const client of taken) client.release()
  for (const { status, headers, json } of answers) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    expect(json).toMatchObject({ success: false, error: expect.stringMatching(/try again/i) })
  }
  expect((await shop.call('GET', target)).status).toBe(200)
})
