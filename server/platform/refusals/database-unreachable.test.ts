import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'

let shop: TestShop
let wire: Awaited<ReturnType<typeof openDatabaseProxy>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let person: Person

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  wire = await openDatabaseProxy(database.url)
  shop = await openTestShop(inject('databaseServer'), { DATABASE_URL: wire.url })
  person = await shop.signUp()
})
afterAll(async () => {
  wire.mend()
  await shop.close()
  await wire.close()
  await database.drop()
})

test('while the database is unreachable the shop says so, keeps what it has, and comes back by itself', async () => {
  const home = await shop.call('GET', '/')
  expect(home.status).toBe(200)
  expect((await shop.call('GET', '/readyz')).status).toBe(200)

  wire.cut()
  const notReady = await vi.waitUntil(async () => {
    const answer = await shop.call('GET', '/readyz')
    return answer.status === 503 && answer
  }, WITHIN)
  expect(notReady.json).toEqual({ status: 'the database is unreachable' })
  expect((await shop.call('GET', '/healthz')).status).toBe(200)

  for (const [method, target, sent] of [
    ['GET', '/api/products', {}],
    ['POST', '/api/feedback', { body: { name: 'Ada', email: 'a', feedback: 'Good' } }],
    ['GET', `/api/profileInfo?email=${person.email}`, { token: person.token }],
    ['PUT', `/api/user/${person.email}`, { token: person.token, body: { email: person.email } }],
  ] as const) {
    const answer = await shop.call(method, target, sent)
    expect(answer.status, target).toBe(503)
    expect(answer.json, target).toEqual({
      success: false,
      error: expect.stringMatching(/try again/i),
      requestId: answer.headers.get('x-request-id'),
    })
    expect(answer.headers.get('retry-after')).toBe('2')
  }

  // Beyond the age of one second, at which a page with stock on it is made anew.
  const kept = await vi.waitUntil(async () => {
    const again = await shop.call('GET', '/')
    return shop.log.some((line) => line.includes('a stale page is served')) && again
  }, WITHIN)
  expect([kept.status, kept.text]).toEqual([200, home.text])

  const never = await shop.call('GET', '/reviews')
  expect([never.status, never.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
  expect(never.text).toContain(`Request ID: ${never.headers.get('x-request-id')}`)

  wire.mend()
  await vi.waitUntil(async () => (await shop.call('GET', '/readyz')).status === 200, WITHIN)
  expect((await shop.call('GET', '/reviews')).status).toBe(200)
  expect(
    (await shop.call('GET', `/api/profileInfo?email=${person.email}`, { token: person.token })).status,
  ).toBe(200)
  const faults = shop.log.filter((line) => JSON.parse(line).level >= 50)
  expect(faults).toEqual([])
})

test('a database that falls silent without a word is away as well, and nobody waits for ever', {
  timeout: 60_000,
}, async () => {
  const nowhere = '/api/product/00000000-0000-7000-8000-000000000000'
  expect((await shop.call('GET', nowhere)).status).toBe(404)
  wire.hold()
  const answers = await Promise.all(Array.from({ length: 30 }, () => shop.call('GET', nowhere)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  wire.mend()
  await vi.waitUntil(async () => (await shop.call('GET', '/readyz')).status === 200, {
    timeout: 30_000,
    interval: 100,
  })
  expect((await shop.call('GET', nowhere)).status).toBe(404)
})

const WITHIN = { timeout: 10_000, interval: 100 }
