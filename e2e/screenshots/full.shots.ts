import { test } from '../fixtures.ts'
import { interestingIds, personFor } from '../screens.ts'
import { takeScreenshots } from './take-screenshots.ts'

const MANY_ORDERS = 24

// A year of orders, and a visitor with a page full of their own.
test.use({ settings: { DEMO_ORDERS: 'on' } })

takeScreenshots(['full', 'loading', 'error'], async (shop, visitor) => {
  const person = await personFor(shop, visitor)
  const { token } = person
  const ids = await interestingIds(shop, token)
  const { json: products } = await shop.call('GET', '/api/products')
  for (const { _id } of products.slice(0, MANY_ORDERS)) {
    const body = { orderId: _id, orders: 100, phone: '555 0100', address: '1 Sample Street' }
    await shop.call('POST', '/api/bookings', { token, body })
  }
  return { person, ids }
})
