import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile } from '#test/shop.ts'
import { listInBatches } from './store.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [ada, other, admin] = await Promise.all([
  shop.signUp({ name: 'Ada 50%_off \\ Buyer' }),
  shop.signUp({ name: 'Zoë ÅNGSTRÖM' }),
  shop.signUpAdmin(),
])
const [bolts, nuts] = [await checkout.addProduct(1_000_000), await checkout.addProduct(1_000_000)]

const unpaid = await checkout.order(ada, bolts)
const toShip = await checkout.buy(other, bolts)
const lapsed = await checkout.order(other, nuts)
const bought = await checkout.buy(ada, nuts)
const deleted = await checkout.order(ada, nuts)
const sent = { carrier: 'Example Freight', number: 'EF 0042', sentOn: bought.createdAt.slice(0, 10) }
const record = { token: admin.token, body: sent }
const shipped: Booking = (await shop.call('PUT', `/api/bookings/${bought._id}/shipment`, record)).json
await checkout.remove(ada, deleted)

const ask = (query: Record<string, string>, { token } = admin) =>
  shop.call('GET', `/api/bookings?${new URLSearchParams(query)}`, { token })
const idsOf = (bookings: Booking[]) => bookings.map(({ _id }) => _id)
const found = async (query: Record<string, string>) => idsOf((await ask(query)).json)

test('a page of the orders, newest first, tells how many there are', async () => {
  const all = await shop.call('GET', '/api/bookings', { token: admin.token })
  expect(all.headers.get('x-total-count')).toBeNull()
  expect(idsOf(all.json)).toEqual(idsOf([shipped, lapsed, toShip, unpaid]))
  for (const [page, rows] of [
    ['1', all.json.slice(0, 3)],
    ['2', all.json.slice(3)],
    ['3', []],
  ]) {
    const { status, json, headers } = await ask({ page, limit: '3' })
    expect([status, headers.get('x-total-count')]).toEqual([200, '4'])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(json).toEqual(rows)
  }
})

test.each([
  ['unpaid', [lapsed, unpaid]],
  ['to-ship', [toShip]],
  ['shipped', [shipped]],
])('the orders that are %s', async (state, expected) => {
  const { json, headers } = await ask({ state })
  expect(json).toEqual(expected)
  expect(headers.get('x-total-count')).toBe(String(expected.length))
})

test('orders are found by customer, email, product, tracking number, and by the beginning of their ids', async () => {
  expect(await found({ q: 'ADA 50' })).toEqual(idsOf([shipped, unpaid]))
  expect(await found({ q: other.email.slice(0, -4) })).toEqual(idsOf([lapsed, toShip]))
  expect(await found({ q: toShip.product.toUpperCase() })).toEqual(idsOf([toShip, unpaid]))
  expect(await found({ q: 'ef 0042' })).toEqual([shipped._id])
  expect(await found({ q: unpaid._id.toUpperCase() })).toEqual([unpaid._id])
  expect(await found({ q: unpaid._id.slice(0, -2).toUpperCase() })).toEqual([unpaid._id])
  expect(await found({ q: String(toShip.transictionId).slice(0, -1) })).toEqual([toShip._id])
  expect(await found({ q: 'ada', state: 'shipped' })).toEqual([shipped._id])
  expect(await found({ q: deleted._id })).toEqual([])
  // As a bank transfer, a card statement and an invoice name them.
  expect(await found({ q: `Order ${unpaid.number}` })).toEqual([unpaid._id])
  expect(await found({ q: `ID${unpaid._id.slice(0, -2).toUpperCase()}` })).toEqual([unpaid._id])
  expect(await found({ q: String(toShip.invoice).toLowerCase() })).toEqual([toShip._id])
})

test('capitals and accents make no difference, also beyond English', async () => {
  for (const q of ['zoë ångström', 'ÅNG', 'ZOE', 'angstrom'])
    expect(await found({ q }), q).toEqual(idsOf([lapsed, toShip]))
})

test('what ends one field and begins the next is no match', async () => {
  expect(await found({ q: `${other.email} zoë` })).toEqual([])
})

test('a search means its characters, whatever they mean to the database', async () => {
  for (const q of ['50%_off', '%_off', 'off \\ buyer', '\\', '％', '50％＿off', '＼'])
    expect(await found({ q }), q).toHaveLength(2)
  for (const q of ['50_%off', 'a%', '%%', "'", '\\\\']) expect(await found({ q }), q).toEqual([])
})

test('what makes no sense is refused in a sentence, and others see no page either', async () => {
  for (const [query, error] of [
    [{ page: '0' }, 'The page must be a whole number from 1 to 10,000'],
    [{ limit: '201' }, 'The limit must be a whole number from 1 to 200'],
    [{ state: 'deleted' }, 'The state must be one of unpaid, to-ship, shipped, disputed'],
  ] as const) {
    const { status, json } = await ask(query)
    expect([status, json.error]).toEqual([400, error])
  }
  expect((await ask({ page: '1' }, ada)).status).toBe(403)
})

test('the whole list is read in batches, and orders of one moment fall through no gap between them', async () => {
  await shop.shop.db.$client.query("update bookings set created_at = '2026-01-01 00:00:00.123456Z'")
  const batches: string[][] = []
  for await (const batch of listInBatches(shop.shop.db, 1)) batches.push(idsOf(batch))
  const all = await shop.call('GET', '/api/bookings', { token: admin.token })
  expect(batches.flat()).toEqual(idsOf(all.json))
  expect(new Set(batches.flat()).size).toBe(4)
  expect(batches.slice(0, 4).every(({ length }) => length === 1)).toBe(true)
})

// Last, because it fills the list of all the others.
test('of very many orders so many are counted and can be turned to; a search reaches the others', async () => {
  await shop.shop.db.$client.query(
    `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address,
       hold_until, state, held, created_at)
     select gen_random_uuid(), product_id, user_id, 'Old bolts ' || n, unit_cents, orders, price_cents, email, name, phone,
       address, hold_until, 'lapsed', false, created_at - n * interval '1 minute'
     from bookings, generate_series(1, 10000) as n where id = $1`,
    [unpaid._id],
  )
  const told = async (query: Record<string, string>) => {
    const { json, headers } = await ask(query)
    return [json.length, headers.get('x-total-count'), headers.get('x-total-exact')]
  }
  expect(await told({ page: '1' })).toEqual([50, '10000', 'false'])
  expect(await told({ page: '200' })).toEqual([50, '10000', 'false'])
  expect(await told({ page: '201' })).toEqual([0, '10000', 'false'])
  expect(await told({ page: '10000', limit: '100' })).toEqual([0, '10000', 'false'])
  expect(await told({ state: 'to-ship' })).toEqual([1, '1', 'true'])
  expect(await told({ q: 'old bolts', page: '200' })).toEqual([50, '10000', 'true'])
  expect(await told({ q: 'old bolts 10000' })).toEqual([1, '1', 'true'])
})
