import { afterAll, expect, inject, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, openTestShop, type Person } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

const shop = await openShopForFile()
const instance = await openTestShop(inject('databaseServer'), shop.shared)
afterAll(() => instance.close())
const checkout = openCheckoutClient(shop)
const [one, other] = [await shop.signUpAdmin(), await shop.signUpAdmin()]
/** Each instance has an address of its own, and its tokens are for that. */
const { json } = await instance.call('GET', '/api/auth/token', { headers: { cookie: one.cookie } })
const elsewhere = { ...one, token: json.token as string }
const product = await checkout.addProduct(1_000_000)
const paid = await checkout.buy(await shop.signUp(), product, 1_000)
const { $client: pool } = shop.shop.db

const item = { name: 'Rope', image: '/rope.svg', description: 'Of hemp', price: 1, quantity: 500 }
const review = { description: 'Good', rating: '♥♥♥♥♥' }
const refund = { amount: 1, reason: 'Damaged' }

/** Each call with a body and another one, and where its effects are counted. */
const calls = {
  placeBooking: ['/bookings', checkout.orderBody(product, 100), { orders: 200 }, 'bookings'],
  askForQuote: ['/quotes', { productId: product, orders: 100 }, { message: 'Soon?' }, 'quotes'],
  addProduct: ['/products', item, { name: 'Hemp rope' }, 'products'],
  addRating: ['/ratings', review, { rating: '♥♡♡♡♡' }, 'ratings'],
  restockProduct: [
    `/products/${product}/stock`,
    { add: 1, reason: 'Delivery' },
    { add: 2 },
    'product_changes',
  ],
  refundBooking: [`/booking/${paid._id}/refunds`, refund, { reason: 'Late' }, 'refunds'],
} as const
type Name = keyof typeof calls
const names = Object.keys(calls) as Name[]
const USED = { success: false, error: 'This idempotency key was used with another body' }

function client(name: Name) {
  const [path, body, change, table] = calls[name]
  return {
    body,
    changed: { ...body, ...change },
    send: (sent: object, key: string, person: Person = one) =>
      (person === elsewhere ? instance : shop).call('POST', `/api${path}`, {
        token: person.token,
        body: sent,
        headers: { 'idempotency-key': key },
      }),
    count: async () => (await pool.query(`select count(*)::int from ${table}`)).rows[0].count as number,
  }
}

test('every call that takes a key is tried here', () => {
  const declared = Object.entries(endpoints).filter(([, endpoint]) => 'idempotent' in endpoint)
  expect(names.sort()).toEqual(declared.map(([name]) => name).sort())
})

test.each(names)(
  '%s: the same body under one key takes effect once, wherever it arrives and whenever',
  async (name) => {
    const { send, body, count } = client(name)
    const before = await count()
    const together = [one, elsewhere, one, elsewhere].map((person) => send(body, 'once', person))
    const answers = [...(await Promise.all(together)), await send(body, 'once')]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ json }) => json._id ?? json.message)).size).toBe(1)
    expect(await count()).toBe(before + 1)
  },
)

test.each(names)(
  '%s: another body under that key is refused, at another process and at the same moment, too',
  async (name) => {
    const { send, body, changed, count } = client(name)
    const before = await count()
    const answers = await Promise.all([send(body, 'two bodies'), send(changed, 'two bodies', elsewhere)])
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(({ status, json }) => [status, json])).toEqual([[409, USED]])
    const again = [await send(body, 'two bodies', elsewhere), await send(changed, 'two bodies', elsewhere)]
    expect(again.map(({ status }) => status)).toEqual(answers.map(({ status }) => status))
    expect(await count()).toBe(before + 1)
  },
)

test.each(names)('%s: a key belongs to its caller, and a refused request leaves it unused', async (name) => {
  const { send, body, count } = client(name)
  const before = await count()
  expect((await send({}, 'mine')).status).toBe(400)
  for (const person of [one, other]) expect((await send(body, 'mine', person)).status).toBe(200)
  expect(await count()).toBe(before + 2)
  expect((await send(body, 'k'.repeat(201))).status).toBe(400)
})

test('a key is forgotten after 30 days', async () => {
  const { send, body, count } = client('addRating')
  await send(body, 'long ago')
  const before = await count()
  await pool.query(`update idempotency_keys set created_at = now() - interval '29 days'`)
  await runDueJobs(shop.shop)
  await send(body, 'long ago')
  expect(await count()).toBe(before)
  await pool.query(`update idempotency_keys set created_at = now() - interval '31 days'`)
  await runDueJobs(shop.shop)
  await send(body, 'long ago')
  expect(await count()).toBe(before + 1)
})
