import { expect, test } from 'vitest'
import { openShopForFile } from './shop.ts'

const shop = await openShopForFile()
const [owner, admin] = await Promise.all([shop.signUp(), shop.signUpAdmin()])
const product = { name: 'Crowbar', image: '/x.svg', description: 'Steel', price: 1, quantity: 1_000_000 }
await shop.call('POST', '/api/products', { token: admin.token, body: product })
const [{ _id: productId }] = (await shop.call('GET', '/api/products')).json

test('what is not the customer’s to say is ignored when they order and pay', async () => {
  const poison = {
    _id: '00000000-0000-7000-8000-000000000000',
    name: admin.name,
    email: admin.email,
    userId: '00000000-0000-7000-8000-000000000000',
    product: 'Something dear',
    price: 0.01,
    priceCents: 1,
    paid: true,
    state: 'paid',
    transictionId: 'pi_made_up',
    role: 'admin',
  }
  const sent = { ...poison, orderId: productId, orders: '150', phone: '1', address: 'Quay 1' }
  const placed = await shop.call('POST', '/api/bookings', { token: owner.token, body: sent })
  const expected = { name: owner.name, email: owner.email, product: product.name, price: 150, paid: false }
  expect(placed.json).toMatchObject(expected)
  expect(placed.json).not.toHaveProperty('transictionId')
  expect(placed.json._id).not.toBe(poison._id)

  const path = `/api/booking/${placed.json._id}`
  const patched = await shop.call('PATCH', path, {
    token: owner.token,
    body: { ...poison, payment: placed.json._id },
  })
  expect(patched.status).toBe(409)
  const cheap = await shop.call('POST', '/api/create-payment-intent', {
    token: owner.token,
    body: { ...poison, bookingId: placed.json._id },
  })
  expect(cheap.status).toBe(409)
  expect((await shop.call('GET', path, { token: owner.token })).json).toEqual(placed.json)
  expect((await shop.call('GET', '/api/user', { token: owner.token })).status).toBe(403)
})
