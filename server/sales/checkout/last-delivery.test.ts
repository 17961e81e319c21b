import { expect, test } from 'vitest'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const products = (await shop.call('GET', '/api/products')).json
const { _id: orderId } = products.find(({ quantity }: { quantity: number }) => quantity > 2_000)

const lastOf = async ({ token }: Person) => (await shop.call('GET', '/api/last-delivery', { token })).json

async function order({ token }: Person, phone: string, address: string, billing = {}): Promise<string> {
  const body = { orderId, orders: 100, phone, address, ...billing }
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

test('purchase order number and billing details come with the order, and are remembered like its address', async () => {
  const person = await shop.signUp()
  const billing = { purchaseOrder: 'PO-7731', billTo: 'Example Ltd.\nTax ID 7' }
  const id = await order(person, '1', 'Quay 1', billing)
  const placed = (await shop.call('GET', `/api/booking/${id}`, { token: person.token })).json
  expect(placed).toMatchObject(billing)
  expect(await lastOf(person)).toEqual({ delivery: { phone: '1', address: 'Quay 1', ...billing } })
  const without = await order(person, '1', 'Quay 1', { purchaseOrder: '', billTo: ' ' })
  const { json } = await shop.call('GET', `/api/booking/${without}`, { token: person.token })
  expect([json.purchaseOrder, json.billTo]).toEqual([undefined, undefined])
  expect(await lastOf(person)).toEqual({ delivery: { phone: '1', address: 'Quay 1' } })
  for (const [field, value] of [
    ['purchaseOrder', 'x'.repeat(51)],
    ['billTo', 'x\n'.repeat(7)],
  ]) {
    const body = { orderId, orders: 100, phone: '1', address: 'Quay 1', [String(field)]: value }
    const refused = await shop.call('POST', '/api/bookings', { token: person.token, body })
    expect([refused.status, refused.json.field]).toEqual([400, field])
  }
})
