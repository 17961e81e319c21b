import { expect, test, vi } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const CONCURRENCY = 2
const WITHIN = { timeout: 8_000 }

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: '1' })
const { $client } = shop.shop.db

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

/** Holds up every search at its first statement, and tells how many have begun. */
async function holdSearches() {
  const holder = await $client.connect()
  await holder.query('begin')
  await holder.query('lock table product_words in access exclusive mode')
  return {
    async begun(): Promise<number> {
      const { rows } = await holder.query(
        `select count(*)::int as begun from pg_locks where relation = 'product_words'::regclass and not granted`,
      )
      return rows[0].begun
    },
    async release() {
      await holder.query('commit')
      holder.release()
    },
  }
}

const SEARCHES = ['/api/products?q=a', '/catalogue?q=a', '/catalogue.data?q=a']

test('however many searches of however many networks come at once, few are worked on; other calls pass them', async () => {
  const person = await shop.signUp()
  const searches = await holdSearches()
  const asked = Array.from({ length: 60 }, (_, index) =>
    shop.call('GET', `${SEARCHES[index % 3]}${index}`, from(`10.${index}.0.1`)),
  )
  await vi.waitUntil(async () => (await searches.begun()) === CONCURRENCY, WITHIN)
  for (let again = 0; again < 5; again++) {
    const own = await shop.call('GET', `/api/profileInfo?email=${person.email}`, { token: person.token })
    expect(own.status).toBe(200)
    expect(await searches.begun()).toBe(CONCURRENCY)
  }
  await searches.release()
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([200]))
})

test('one network has one search at work, however many of its addresses ask', async () => {
  const searches = await holdSearches()
  const asked = Array.from({ length: 20 }, (_, index) =>
    shop.call('GET', `/api/products?q=network${index}`, from(`172.16.0.${index}`)),
  )
  await vi.waitUntil(async () => (await searches.begun()) === CONCURRENCY / 2, WITHIN)
  const other = shop.call('GET', '/api/products?q=other', from('172.17.0.1'))
  await vi.waitUntil(async () => (await searches.begun()) === CONCURRENCY / 2 + 1, WITHIN)
  await searches.release()
  for (const answer of [...asked, other]) expect((await answer).status).toBe(200)
})

test('who has to leave a queue that is too long is told when to come back', async () => {
  const searches = await holdSearches()
  const asked = Array.from({ length: 560 }, (_, index) =>
    shop.call('GET', `/api/products?q=crowd${index}`, from(`10.${index % 250}.${index >> 8}.1`)),
  )
  const refused = await Promise.any(
    asked.map(async (answer) => {
      const { status, headers, json } = await answer
      if (status !== 503) throw new Error('served')
      return { retryAfter: headers.get('retry-after'), json }
    }),
  )
  await searches.release()
  expect(refused).toMatchObject({ retryAfter: '2', json: { success: false } })
  const statuses = await Promise.all(asked.map(async (answer) => (await answer).status))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})
