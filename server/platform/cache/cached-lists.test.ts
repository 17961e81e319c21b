import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { rawRequest } from '#test/raw-request.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { openShopForFile } from '#test/shop.ts'

const PARTNER = 'https://partner.example'
const LISTS = ['/api/products', '/api/products?page=1', '/api/products?q=hammer', '/api/ratings']

const shop = await openShopForFile({ ALLOWED_ORIGINS: PARTNER })
const admin = await shop.signUpAdmin()

// Only the clock that tells an answer's age: a slow machine must not make answers old between two lines.
let now = Date.now()
// What an earlier test has read is too old, and not about to be refreshed.
beforeEach(() => {
  now += 10_000
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => vi.useRealTimers())

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(shop.origin, path, { headers, method })
const list = async (path: string): Promise<Product[]> => JSON.parse((await get(path)).text)

const product = { name: 'Anvil', image: '/x.svg', description: 'Heavy', price: 5, quantity: 5_000 }
const add = (name: string) =>
  shop.call('POST', '/api/products', { token: admin.token, body: { ...product, name } })

/** How many statements the work costs the database. */
const countStatements = async (work: () => Promise<unknown>) =>
  (await statementsOf(shop.shop.db.$client, work)).length

test.each(LISTS)('%s is read once, however many ask', async (path) => {
  await get(path)
  expect(await countStatements(() => Promise.all(Array.from({ length: 100 }, () => get(path))))).toBe(0)
})

test('a thousand requests after a change cause one query', async () => {
  await get('/api/products')
  await add('Asked for by a thousand')
  let first = ''
  const asked = await countStatements(async () => {
    const answers = await Promise.all(Array.from({ length: 1_000 }, () => get('/api/products')))
    first = answers[0]?.text ?? ''
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })
  expect(asked).toBe(1)
  expect(first).toContain('Asked for by a thousand')
})

test('odd addresses cost no query and get the same answer', async () => {
  const [whole, page] = [await get('/api/products'), await get('/api/products?page=1')]
  const asked = await countStatements(async () => {
    for (const odd of ['?utm=1', '?', '?a&b=c', '?Q=hammer', '?%'])
      expect((await get(`/api/products${odd}`)).text, odd).toBe(whole.text)
    for (const odd of ['?q=', '?page=1&utm=2', '?page=01', '?inStock=false', '?sort=newest&limit=24'])
      expect((await get(`/api/products${odd}`)).text, odd).toBe(page.text)
  })
  expect(asked).toBe(0)
  expect((await get('/api/products?page=0')).status).toBe(400)
})

test('what is added, edited, restocked or removed shows at the next request', async () => {
  const before = (await list('/api/products')).length
  await add('Brand-new')
  const [newest, ...others] = await list('/api/products')
  expect([newest?.name, others.length]).toEqual(['Brand-new', before])
  expect((await list('/api/products?page=1'))[0]).toEqual(newest)
  const edit = { token: admin.token, body: { price: 6.5, version: 1 } }
  await shop.call('PATCH', `/api/products/${newest?._id}`, edit)
  for (const path of ['/api/products', '/api/products?page=1'])
    expect((await list(path))[0], path).toEqual({ ...newest, price: 6.5 })
  const restock = { token: admin.token, body: { add: 250, reason: 'Delivery' } }
  expect((await shop.call('POST', `/api/products/${newest?._id}/stock`, restock)).status).toBe(200)
  for (const path of ['/api/products', '/api/products?page=1'])
    expect((await list(path))[0]?.quantity, path).toBe(5_250)
  await shop.call('DELETE', `/api/products/${newest?._id}`, { token: admin.token })
  expect(await list('/api/products')).toEqual(others)

  const review = { description: 'Written just now', rating: '♥♥♥♥♥' }
  await shop.call('POST', '/api/ratings', { token: admin.token, body: review })
  expect((await get('/api/ratings')).text).toContain(review.description)
})

test('what was read before the clock was set back is read again', async () => {
  await get('/api/products')
  vi.setSystemTime(Date.now() - 7_200_000)
  expect(await countStatements(() => get('/api/products'))).toBeGreaterThan(0)
  expect(await countStatements(() => get('/api/products'))).toBe(0)
})

test('stock in a list is at most a second old; a product by its id is exact', async () => {
  await add('Ordered from')
  const [ordered] = await list('/api/products')
  const body = { orderId: ordered?._id, orders: 150, phone: '555 0100', address: '1 Example Street' }
  expect((await shop.call('POST', '/api/bookings', { token: admin.token, body })).status).toBe(200)
  expect((await shop.call('GET', `/api/product/${ordered?._id}`)).json.quantity).toBe(4_850)
  vi.advanceTimersByTime(1_000)
  for (const path of ['/api/products', '/api/products?q=ordered'])
    expect((await list(path))[0], path).toMatchObject({ _id: ordered?._id, quantity: 4_850 })
})

test.each(LISTS)('%s is sent compressed, and not again to who has it already', async (path) => {
  const plain = await get(path)
  expect(plain.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  for (const [encoding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await get(path, { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(unpack(body).toString()).toBe(plain.text)
    const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
  }
})

test.each(LISTS)('%s is opened to allowed origins only, also when it is kept', async (path) => {
  await get(path)
  for (const round of ['first', 'second']) {
    const allowed = await get(path, { origin: PARTNER })
    expect(allowed.headers['access-control-allow-origin'], round).toBe(PARTNER)
    const other = await get(path, { origin: 'https://evil.example' })
    expect(other.headers['access-control-allow-origin'], round).toBeUndefined()
    const none = await get(path)
    for (const { headers, text } of [allowed, other, none]) {
      expect(headers.vary, round).toMatch(/origin/i)
      expect(headers.vary, round).toMatch(/accept-encoding/i)
      expect(text).toBe(none.text)
    }
  }
})

test('a call that fails is refused as any other, and what was kept is not given in its place', async () => {
  const { $client } = shop.shop.db
  await get('/api/ratings')
  await $client.query('alter table ratings rename to ratings_away')
  shop.shop.cacheTags.invalidate('ratings')
  const failed = await get('/api/ratings')
  await $client.query('alter table ratings_away rename to ratings')
  expect(failed.status).toBe(500)
  expect(JSON.parse(failed.text)).toMatchObject({ success: false, requestId: failed.headers['x-request-id'] })
  expect(failed.headers['cache-control']).toBe('no-store')
  expect((await get('/api/ratings')).status).toBe(200)
})

test.each(LISTS)(
  '%s costs no query for a header that nobody has checked, or a token of which nobody gets another answer',
  async (path) => {
    const person = await shop.signUp()
    const forged = `${person.token.slice(0, -8)}AAAAAAAA`
    const plain = await get(path)
    for (const authorization of ['x', 'Bearer x', 'Bearer a.b.c', 'Basic a.b.c', `Bearer ${forged}`]) {
      const answers: Awaited<ReturnType<typeof get>>[] = []
      const headers = { authorization }
      expect(
        await countStatements(async () => void answers.push(await get(path, headers))),
        authorization,
      ).toBe(0)
      expect(answers).toMatchObject([{ status: 200, text: plain.text }])
    }
    const headers = { authorization: `Bearer ${person.token}` }
    await shop.call('GET', '/api/myitem', { token: person.token })
    // Who they are, and nothing of the list.
    expect(await countStatements(() => get(path, headers))).toBe(1)
    expect((await get(path, headers)).text).toBe(plain.text)
  },
)

/** Products beside those of the demo, with pictures whose addresses are this long. */
const addMany = (count: number, length: number) =>
  shop.shop.db.$client.query(
    `insert into products (id, name, image, description, price_cents, quantity, created_by, created_at)
     select gen_random_uuid(), 'Many ' || n, '/x.svg?' || repeat('x', $2::int), 'Heavy', 500, 400, 'test',
       timestamptz '2020-01-01' + n / 7 * interval '1 minute' from generate_series(1, $1::int) as n`,
    [count, length],
  )

async function removeMany() {
  await shop.shop.db.$client.query(`delete from products where name like 'Many %'`)
  shop.shop.cacheTags.invalidate('catalogue')
}

const idsInOrder = async () => {
  const { rows } = await shop.shop.db.$client.query(
    'select id from products where deleted_at is null order by created_at desc, id desc',
  )
  return rows.map(({ id }) => id)
}

test('a list above a megabyte is read once for all who ask at the same time', async () => {
  await addMany(1_300, 1_000)
  shop.shop.cacheTags.invalidate('catalogue')
  const alone = await countStatements(() => get('/api/products'))
  shop.shop.cacheTags.invalidate('catalogue')
  const readers = Array.from({ length: 30 }, () => get('/api/products', { 'accept-encoding': 'br' }))
  expect(await countStatements(() => Promise.all(readers))).toBeLessThanOrEqual(alone)
  const whole = await get('/api/products')
  expect(JSON.parse(whole.text).map(({ _id }: Product) => _id)).toEqual(await idsInOrder())
  await removeMany()
})

test('a list of many megabytes is sent whole, piece by piece, and not kept', async () => {
  await addMany(2_200, 4_000)
  shop.shop.cacheTags.invalidate('catalogue')
  const whole = await get('/api/products', { 'accept-encoding': 'br' })
  expect(whole.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-cache',
  })
  expect(whole.headers.etag).toBeUndefined()
  expect(JSON.parse(whole.text).map(({ _id }: Product) => _id)).toEqual(await idsInOrder())
  expect((await get('/api/products', {}, 'HEAD')).status).toBe(200)

  await removeMany()
  vi.advanceTimersByTime(60_000)
  expect((await get('/api/products')).headers.etag).toBeDefined()
})
