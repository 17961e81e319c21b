import { expect, test, vi } from 'vitest'
import type { ProductChange } from '#contract/catalogue/product-changes.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const admins = await Promise.all(Array.from({ length: 4 }, () => shop.signUpAdmin()))
const buyers = await Promise.all(Array.from({ length: 8 }, () => shop.signUp()))

const one = (people: Person[], index: number) => people[index % people.length] as Person
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const restock = (id: string, body: object, token: string) =>
  shop.call('POST', `/api/products/${id}/stock`, { token, body: { reason: 'Delivery', ...body } })
const historyOf = async (id: string) =>
  (await shop.call('GET', `/api/products/${id}/changes`, { token: one(admins, 0).token })).json

test('50 edits of one version at once: one is made, the others are refused, and the history tells of one', async () => {
  const id = await checkout.addProduct(1_000)
  for (let version = 1; version <= 5; version++) {
    const answers = await times(50, (index) =>
      shop.call('PATCH', `/api/products/${id}`, {
        token: one(admins, index).token,
        body: { version, name: `Name ${version}-${index}` },
      }),
    )
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    const { product, changes } = await historyOf(id)
    expect([product.name, product.version, changes.length]).toEqual([
      made[0]?.json.name,
      version + 1,
      version,
    ])
  }
})

test('units added while 200 customers order: none is lost and none is sold twice', async () => {
  const id = await checkout.addProduct(5_000)
  const [sold, added] = await Promise.all([
    times(200, (index) =>
      shop.call('POST', '/api/bookings', {
        token: one(buyers, index).token,
        body: checkout.orderBody(id, 100 + (index % 5) * 10),
      }),
    ),
    times(60, (index) => restock(id, { add: 50 + index }, one(admins, index).token)),
  ])
  const units = (answers: typeof sold, of: (json: { orders: number }) => number) =>
    answers.filter(({ status }) => status === 200).reduce((sum, { json }) => sum + of(json), 0)
  expect(added.map(({ status }) => status)).toEqual(added.map(() => 200))
  const arrived = 60 * 50 + (59 * 60) / 2
  expect(await checkout.quantity(id)).toBe(5_000 + arrived - units(sold, ({ orders }) => orders))
  await checkout.assertLedgerBalances()
})

test('a counted quantity set while customers order: it is set between two orders or not at all', async () => {
  const id = await checkout.addProduct(50_000)
  let counted = 0
  const setting = async (admin: Person) => {
    for (let round = 0; round < 12; round++) {
      const from = await checkout.quantity(id)
      const { status } = await restock(id, { set: from + 7, from }, admin.token)
      if (status === 200) counted++
      else expect(status).toBe(409)
    }
  }
  await Promise.all([
    ...admins.map(setting),
    times(100, (index) =>
      shop.call('POST', '/api/bookings', {
        token: one(buyers, index).token,
        body: checkout.orderBody(id, 100),
      }),
    ),
  ])
  expect(counted).toBeGreaterThan(0)
  const { changes } = await historyOf(id)
  expect(changes.map(({ from, to }: ProductChange) => Number(to) - Number(from))).toEqual(
    Array.from({ length: counted }, () => 7),
  )
  await checkout.assertLedgerBalances()
})
