import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'

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
const visit = (paths: string[]) => Promise.all(paths.map((path) => other.call('GET', path)))
const reads = async (shop: TestShop, path: string, text: string) =>
  (await shop.call('GET', path)).text.includes(text)

// Only the clock that tells an answer's age. What an earlier test has read is too old.
let now = Date.now()
beforeEach(() => {
  now += 10_000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => vi.useRealTimers())

test('a product added at one instance is on the other’s pages and lists a second later', async () => {
  const places = ['/', '/catalogue', '/api/products', '/api/products?page=1']
  await visit(places)
  await add('Added elsewhere')
  for (const path of places) expect(await reads(one, path, 'Added elsewhere'), path).toBe(true)
  vi.advanceTimersByTime(1_000)
  for (const path of places) expect(await reads(other, path, 'Added elsewhere'), path).toBe(true)
})

test('so is a changed price', async () => {
  const places = ['/', '/catalogue', '/api/products']
  await visit(places)
  const [{ _id }] = (await one.call('GET', '/api/products')).json
  const body = { price: 123.45, version: 1 }
  const { status } = await one.call('PATCH', `/api/products/${_id}`, { token: admin.token, body })
  expect(status).toBe(200)
  vi.advanceTimersByTime(1_000)
  for (const path of places)
    for (const shop of [one, other]) expect(await reads(shop, path, '123.45'), path).toBe(true)
})

test('so is a review', async () => {
  const places = ['/reviews', '/api/ratings']
  await visit(places)
  const body = { description: 'Reviewed elsewhere', rating: '♥♥♥♥♥' }
  await one.call('POST', '/api/ratings', { token: admin.token, body })
  vi.advanceTimersByTime(1_000)
  for (const path of places) expect(await reads(other, path, body.description), path).toBe(true)
})

test('an admin sees what was changed elsewhere at once', async () => {
  const { token } = await other.signUpAdmin({ email: 'elsewhere@example.com' })
  await other.call('GET', '/api/products')
  await add('Seen at once')
  for (const path of ['/api/products', '/api/products?page=1'])
    expect((await other.call('GET', path, { token })).text, path).toContain('Seen at once')
})

test('an instance with another secret is refused, and those that run go on', async () => {
  const stranger = {
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'a secret that only one instance was given',
  }
  await expect(openTestShop(inject('databaseServer'), stranger)).rejects.toThrow(
    /have a different IDENTITY_SECRET.*give all of them the same/,
  )
  const { token } = await one.signUpAdmin()
  expect((await one.call('GET', '/api/bookings', { token })).status).toBe(200)
})
