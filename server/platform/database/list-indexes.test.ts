import { expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { explain, statementsOf } from '#test/sent-statements.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const [admin, { email, token }] = [await shop.signUpAdmin(), await shop.signUp()]
const { $client: pool } = shop.shop.db
const product = await openCheckoutClient(shop).addProduct(1_000)

// Sorting is switched off, which PostgreSQL heeds wherever an index gives the order.
test.each([
  ['all orders', '/bookings'],
  ['a page of the orders', '/bookings?page=1'],
  ['somebody’s orders', `/myitem?email=${email}`, token],
  ['all quotes', '/quotes'],
  ['a page of the quotes', '/quotes?page=1'],
  ['somebody’s quotes', `/myQuotes?email=${email}`, token],
  ['all users', '/user'],
  ['a page of the users', '/user?page=1'],
  ['all products', '/products'],
  ['all reviews', '/ratings'],
  ['somebody’s reviews', `/myReview?email=${email}`, token],
  ['all feedback', '/feedback'],
  ['a page of the feedback', '/feedback?page=1'],
  ['all subscriptions', '/subscriptions'],
  ['a page of the subscriptions', '/subscriptions?page=1'],
  ['a product’s changes and orders', `/products/${product}/changes`],
])(
  '%s come newest first out of an index, however many there are',
  async (_list, path, token = admin.token) => {
    const sent = await statementsOf(pool, () => shop.call('GET', `/api${path}`, { token }))
    const lists = sent.filter(({ text }) => text.includes('order by'))
    expect(lists).toHaveLength(path.endsWith('/changes') ? 2 : 1)
    const client = await pool.connect()
    try {
      await client.query('set enable_sort = off')
      for (const list of lists) expect(await explain(client, list)).not.toContain('Sort')
    } finally {
      client.release(true)
    }
  },
)
