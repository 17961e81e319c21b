import { expect, test } from 'vitest'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const products = (await shop.call('GET', '/api/products')).json
const { _id: orderId } = products.find(({ quantity }: { quantity: number }) => quantity > 2_000)

const lastOf = async ({ token }: Person) => (await shop.call('GET', '/api/last-delivery', { token })).json

async function order({ token }: Person, phone: string, address: string): Promise<string> {
  const body = { orderId, orders: 100, phone, address }
  return (await shop.call('POST', '/api/bookings', { token, body })).json._id
}

test('phone and address of the newest order are remembered, of nobody else’s', async () => {
  const [one, other] = [await shop.signUp(), await shop.signUp()]
  expect(await lastOf(one)).toEqual({ delivery: null })
  await order(one, '555 0100', 'Quay 1\nHarbor')
  const newest = await order(one, '555 0200', 'Quay 2')
  expect(await lastOf(one)).toEqual({ delivery: { phone: '555 0200', address: 'Quay 2' } })
  expect(await lastOf(other)).toEqual({ delivery: null })

  await shop.call('DELETE', `/api/bookings/${newest}`, { token: one.token })
  expect(await lastOf(one)).toEqual({ delivery: { phone: '555 0100', address: 'Quay 1\nHarbor' } })
})
