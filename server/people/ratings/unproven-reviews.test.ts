import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { freshDatabase } from '#test/database.ts'
import { openTestShop, type Person, type TestShop } from '#test/shop.ts'
import { DAILY_LIMITS } from '../users/daily-limits.ts'
import { MAX_UNPROVEN } from './add-rating.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let shop: TestShop
let other: TestShop

// Two instances of one shop: what one of them counts holds at the other.
beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  const shared = {
    DATABASE_URL: database.url,
    IDENTITY_SECRET: 'a secret that both instances were given',
    RATE_LIMIT: 'on',
    TRUST_PROXY: 'true',
  }
  shop = await openTestShop(inject('databaseServer'), shared)
  other = await openTestShop(inject('databaseServer'), shared)
})
afterAll(async () => {
  await shop.close()
  await other.close()
  await database.drop()
})

const query = (sql: string, values: unknown[] = []) => shop.shop.db.$client.query(sql, values)
const confirm = ({ email }: Person) =>
  query('update users set email_verified_at = now() where email = $1', [email])
const body = { description: 'Arrived on time', rating: HEARTS[0] }
const add = ({ token }: Person, address: string, at = shop) =>
  at.call('POST', '/api/ratings', { token, body, headers: { 'x-forwarded-for': address } })
/** A token holds at the instance whose address it names. */
async function tokenAt(at: TestShop, { email, password }: Person) {
  const { origin } = at
  const answer = await at.call('POST', '/api/auth/sign-in/email', {
    body: { email, password },
    headers: { origin },
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ')
  return (await at.call('GET', '/api/auth/token', { headers: { cookie } })).json.token as string
}
const accepted = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200)

test('until the email is confirmed a customer writes three reviews, however many are sent at once and wherever', async () => {
  const writer = await shop.signUp()
  const elsewhere = { ...writer, token: await tokenAt(other, writer) }
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      n % 2 ? add(writer, `10.0.${n}.1`) : add(elsewhere, `10.0.${n}.1`, other),
    ),
  )
  expect(accepted(answers)).toHaveLength(MAX_UNPROVEN)
  for (const { status, json, headers } of answers.filter(({ status }) => status !== 200)) {
    expect([status, json.error]).toEqual([
      429,
      'You have written 3 reviews. Confirm your email to write more.',
    ])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  await confirm(writer)
  expect((await add(writer, '10.0.0.1')).status).toBe(200)
})

test('who has paid needs no confirmed email; a payment that went back does not count', async () => {
  const writer = await shop.signUp()
  for (let number = 0; number < MAX_UNPROVEN; number++) await add(writer, '10.1.0.1')
  const [{ _id }] = (await shop.call('GET', '/api/products')).json
  const order = { orderId: _id, orders: 100, phone: '1', address: 'Quay 1' }
  const { json } = await shop.call('POST', '/api/bookings', { token: writer.token, body: order })
  expect((await add(writer, '10.1.0.1')).status).toBe(429)
  await query(
    `update bookings set state = 'paid', paid_at = now(), transiction_id = 'pi_1', refunded_cents = price_cents where id = $1`,
    [json._id],
  )
  expect((await add(writer, '10.1.0.1')).status).toBe(429)
  await query('update bookings set refunded_cents = 0 where id = $1', [json._id])
  expect((await add(writer, '10.1.0.1')).status).toBe(200)
})

test('twenty a day come from one network, by however many accounts and through whichever instance', async () => {
  const { narrow } = DAILY_LIMITS.review
  const writers = await Promise.all(
    Array.from({ length: 8 }, async (_, n) => {
      const at = n % 2 ? shop : other
      return { at, person: await at.signUp({ email: `writer${n}@example.com` }) }
    }),
  )
  const answers = await Promise.all(
    writers.flatMap(({ at, person }) => [1, 2, 3].map(() => add(person, '192.0.2.7', at))),
  )
  expect(accepted(answers)).toHaveLength(narrow)
  const [refused] = answers.filter(({ status }) => status !== 200)
  expect([refused?.status, refused?.json.error]).toEqual([
    429,
    'The shop has received many reviews from your network today. Confirm your email to send yours now, or try again tomorrow.',
  ])
  const seconds = Number(refused?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(23 * 3600)
  expect(seconds).toBeLessThan(25 * 3600)

  const [neighbor, proven] = await Promise.all([shop.signUp(), shop.signUp()])
  expect((await add(neighbor, '192.0.2.8')).status).toBe(200)
  await confirm(proven)
  expect((await add(proven, '192.0.2.7')).status).toBe(200)

  await query(`update daily_counts set ends_at = now() - interval '1 second' where network = '192.0.2.7'`)
  expect((await add(neighbor, '192.0.2.7')).status).toBe(200)
})

test('a wide network, and the shop as a whole, has a limit of its own; who is refused there is not counted', async () => {
  const writer = await shop.signUp()
  await add(writer, '2001:db8:1:1::1')
  const reach = (scope: 'wide' | 'shop', network: string) =>
    query(`update daily_counts set count = $1 where kind = 'review' and scope = $2 and network = $3`, [
      DAILY_LIMITS.review[scope],
      scope,
      network,
    ])
  await reach('wide', '2001:db8:1::/48')
  expect((await add(writer, '2001:db8:1:2::1')).json.error).toMatch(/many reviews from your network/)
  expect((await add(writer, '2001:db8:2:2::1')).status).toBe(200)
  const { rows } = await query(
    `select count(*)::int as count from daily_counts where network like '%:1:2::%'`,
  )
  expect(rows).toEqual([{ count: 0 }])
  await reach('shop', '')
  expect((await add(writer, '2001:db8:3:1::1')).json.error).toMatch(
    /^The shop has received many reviews today/,
  )
})
