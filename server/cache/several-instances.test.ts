import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'

const WITHIN_TWO_SECONDS = { timeout: 2_000, interval: 20 }

let database: Awaited<ReturnType<typeof freshDatabase>>
let one: TestShop
let other: TestShop
let admin: Person

// Two instances of one shop.
beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  const shared = {
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'a secret that both instances were given',
  }
  one = await openTestShop(inject('databaseServer'), shared)
  other = await openTestShop(inject('databaseServer'), shared)
  admin = await one.signUpAdmin()
})
afterAll(async () => {
  await one.close()
  await other.close()
  await database.drop()
})

const add = (name: string) =>
  one.call('POST', '/api/products', {
    token: admin.token,
    body: { name, image: '/x.svg', description: 'Sold by the hundred', price: 5, quantity: 500 },
  })
const reads = async (shop: TestShop, path: string, text: string) =>
  (await shop.call('GET', path)).text.includes(text)

test('a product added at one instance is on the other’s pages and lists within two seconds', async () => {
  const places = ['/', '/catalogue', '/api/products', '/api/products?page=1']
  await Promise.all(places.map((path) => other.call('GET', path)))
  await add('Added elsewhere')
  for (const path of places) expect(await reads(one, path, 'Added elsewhere'), path).toBe(true)
  await vi.waitUntil(async () => {
    const shown = await Promise.all(places.map((path) => reads(other, path, 'Added elsewhere')))
    return shown.every(Boolean)
  }, WITHIN_TWO_SECONDS)
})

test('so is a changed price', async () => {
  const [{ _id }] = (await one.call('GET', '/api/products')).json
  const body = { price: 123.45, version: 1 }
  const { status } = await one.call('PATCH', `/api/products/${_id}`, { token: admin.token, body })
  expect(status).toBe(200)
  for (const path of ['/', '/catalogue', '/api/products']) {
    expect(await reads(one, path, '123.45'), path).toBe(true)
    await vi.waitUntil(() => reads(other, path, '123.45'), WITHIN_TWO_SECONDS)
  }
})

test('so is a review', async () => {
  expect(await reads(other, '/reviews', 'Reviewed elsewhere')).toBe(false)
  const body = { description: 'Reviewed elsewhere', rating: '♥♥♥♥♥' }
  await one.call('POST', '/api/ratings', { token: admin.token, body })
  for (const path of ['/reviews', '/api/ratings'])
    await vi.waitUntil(() => reads(other, path, body.description), WITHIN_TWO_SECONDS)
})

test('an instance that wrote something does not make its pages anew for its own notice', async () => {
  await add('Noticed by itself')
  const counted = one.shop.cacheTags.version('catalogue')
  await vi.waitUntil(() => reads(other, '/', 'Noticed by itself'), WITHIN_TWO_SECONDS)
  expect(one.shop.cacheTags.version('catalogue')).toBe(counted)
})

test('orders give no notice: they would have to wait for each other', async () => {
  const counted = other.shop.cacheTags.version('catalogue')
  const [product] = (await one.call('GET', '/api/products')).json
  const body = { orderId: product._id, orders: 100, phone: '555 0100', address: '1 Example Street' }
  expect((await one.call('POST', '/api/bookings', { token: admin.token, body })).status).toBe(200)
  await add('After the order')
  await vi.waitUntil(() => reads(other, '/', 'After the order'), WITHIN_TWO_SECONDS)
  expect(other.shop.cacheTags.version('catalogue')).toBe(counted + 1)
})

test('a change made while an instance could not hear is shown by it all the same', async () => {
  expect(await reads(other, '/reviews', 'Said into deaf ears')).toBe(false)
  const { rows } = await one.shop.db.$client.query(
    `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
     where datname = current_database() and application_name = 'hundredweight changes'`,
  )
  expect(rows[0].ended).toBe(2)
  const body = { description: 'Said into deaf ears', rating: '♥♥♥♥♥' }
  await one.call('POST', '/api/ratings', { token: admin.token, body })
  await vi.waitUntil(() => reads(other, '/reviews', body.description), WITHIN_TWO_SECONDS)
  // And it listens again.
  await vi.waitUntil(() => other.log.some((line) => line.includes('are heard again')), { timeout: 5_000 })
  await add('Heard again')
  await vi.waitUntil(() => reads(other, '/', 'Heard again'), WITHIN_TWO_SECONDS)
})
