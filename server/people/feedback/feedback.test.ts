import { beforeAll, describe, expect, test } from 'vitest'
import { texts } from '#contract/fixed-texts.ts'
import { openShopForFile } from '#test/shop.ts'
import { DAILY_LIMITS } from '../users/daily-limits.ts'
import { subscribed } from './store.ts'

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })

const admin = await shop.signUpAdmin()

// Five of one moment each, more than one batch, all of them long ago.
const MANY = {
  feedback: `insert into feedback (id, name, email, feedback, created_at)
    select gen_random_uuid(), 'Many', 'm', 'Good', '2020-01-01 00:00:00.123456Z'::timestamptz + n / 5 * interval '1 minute'
    from generate_series(0, 1200) as n`,
  subscriptions: `insert into subscriptions (email, created_at)
    select n || '@many.example', '2020-01-01 00:00:00.123456Z'::timestamptz + n / 5 * interval '1 minute'
    from generate_series(0, 1200) as n`,
}

let visitors = 0
/** Each from an address of its own, so that only the test of the throttle meets it. */
const send = (path: string, body: unknown, address = `192.0.2.${++visitors}`) =>
  shop.call('POST', path, { body, headers: { 'x-forwarded-for': address } })
const stored = async (table: 'feedback' | 'subscriptions') =>
  (await shop.shop.db.$client.query(`select * from ${table} order by created_at desc`)).rows
const feedback = { name: 'Ada', email: 'ada@example.com', feedback: 'More clamps, please' }

test('feedback is thanked for and kept as it was written', async () => {
  const sent = { ...feedback, id: 'x', createdAt: '2000-01-01', read: true }
  const { status, json } = await send('/api/feedback', sent)
  expect([status, json]).toEqual([200, { success: true, message: texts.feedbackThanks }])
  const [kept] = await stored('feedback')
  expect(kept).toMatchObject(feedback)
  expect(kept.created_at.getFullYear()).toBeGreaterThan(2000)
})

test('the email of feedback is any text: the form has no pattern', async () => {
  expect((await send('/api/feedback', { ...feedback, email: 'ask at the counter' })).status).toBe(200)
})

const said = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

describe('refuses feedback with a sentence at the field', () => {
  test.each([
    ['name', undefined, 'The name is required'],
    ['name', ' ', 'The name is required'],
    ['name', 'n'.repeat(201), /at most 200/],
    ['name', '\0', /cannot be stored|required/],
    ['email', '', 'The email is required'],
    ['email', 'e'.repeat(255), /at most 254/],
    ['feedback', 5, 'The feedback is required'],
    ['feedback', 'f'.repeat(5_001), /at most 5000/],
    ['feedback', 'x\ud800y', 'The feedback contains a character that cannot be stored'],
  ])('%s = %j', async (field, value, sentence) => {
    const before = (await stored('feedback')).length
    const { status, json } = await send('/api/feedback', { ...feedback, [field]: value })
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: said(sentence), field })
    expect(await stored('feedback')).toHaveLength(before)
  })
})

test('a subscription is kept once, whatever its case, and asking again tells nothing', async () => {
  const first = await send('/api/subscriptions', { email: ' Ada@Example.com ' })
  const again = await send('/api/subscriptions', { email: 'ada@example.com' })
  expect([first.status, again.status]).toEqual([200, 200])
  expect(again.json).toEqual(first.json)
  expect((await stored('subscriptions')).map(({ email }) => email)).toEqual(['ada@example.com'])
})

test.each([
  undefined,
  '',
  'ada',
  'a@b',
  'a b@example.com',
  `${'a'.repeat(250)}@example.com`,
  'a\0@example.com',
  5,
])('the subscription of %j is refused', async (email) => {
  const { status, json } = await send('/api/subscriptions', { email })
  expect([status, json.field]).toEqual([400, 'email'])
})

describe.each([
  ['feedback', '/api/feedback', 'id', '_id'],
  ['subscriptions', '/api/subscriptions', 'email', 'email'],
] as const)('admins read all %s', (table, path, column, field) => {
  const ask = async (query = '') => {
    const { json, headers } = await shop.call('GET', path + query, { token: admin.token })
    const keys: string[] = json.map((row: Record<string, string>) => row[field])
    return { keys, total: headers.get('x-total-count') }
  }

  beforeAll(async () => {
    await shop.shop.db.$client.query(MANY[table])
  })

  test('newest first, however many there are, also those of one moment', async () => {
    const { rows } = await shop.shop.db.$client.query(
      `select ${column} as key from ${table} order by created_at desc, ${column} desc`,
    )
    expect(rows.length).toBeGreaterThan(1_200)
    expect(await ask()).toEqual({ keys: rows.map(({ key }) => key), total: null })
  })

  test('page by page', async () => {
    const { keys } = await ask()
    const total = String(keys.length)
    expect(await ask('?page=1')).toEqual({ keys: keys.slice(0, 50), total })
    expect(await ask('?page=7&limit=200')).toEqual({ keys: keys.slice(1_200), total })
    expect(await ask('?page=100')).toEqual({ keys: [], total })
    expect((await shop.call('GET', `${path}?page=0`, { token: admin.token })).status).toBe(400)
  })
})

test('a list goes on although its last row was deleted while it was sent', async () => {
  const { db } = shop.shop
  const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@gone.example`)
  for (const email of emails) await send('/api/subscriptions', { email })
  const read: string[] = []
  for await (const batch of subscribed.inBatches(db, undefined, 3)) {
    read.push(...batch.map(({ email }) => email))
    await db.$client.query('delete from subscriptions where email = $1', [read.at(-1)])
    if (read.length >= emails.length) break
  }
  expect(read).toEqual(emails.toReversed())
})

test('twenty a minute from one address pass; the next is told to wait, others are not', async () => {
  const many = await Promise.all(
    Array.from({ length: 25 }, () => send('/api/feedback', feedback, '198.51.100.1')),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = many.find(({ status }) => status === 429)
  expect(refused?.json).toEqual({ success: false, error: expect.stringMatching(/^Too many requests/) })
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect((await send('/api/feedback', feedback)).status).toBe(200)
})

test('a household’s many IPv6 addresses count as one, another household’s do not', async () => {
  const from = (address: string) => send('/api/feedback', feedback, address)
  const many = await Promise.all(
    Array.from({ length: 25 }, (_, index) => from(`2001:db8:0:1::${(index + 1).toString(16)}`)),
  )
  expect(many.filter(({ status }) => status === 200)).toHaveLength(20)
  expect((await from('2001:db8:0:1:ffff:1:2:3')).status).toBe(429)
  expect((await from('2001:db8:0:2::1')).status).toBe(200)
})

test('what is refused for its fields counts as well', async () => {
  const address = '198.51.100.3'
  for (let turn = 0; turn < 10; turn++) {
    expect((await send('/api/subscriptions', { email: 'none' }, address)).status).toBe(400)
    expect((await send('/api/feedback', '{"name":', address)).status).toBe(400)
  }
  expect((await send('/api/subscriptions', { email: 'ada@example.com' }, address)).status).toBe(429)
})

test('admins delete feedback and subscriptions, each once', async () => {
  await send('/api/feedback', feedback)
  await send('/api/subscriptions', { email: 'leaving@example.com' })
  const [{ id }] = await stored('feedback')
  for (const path of [`/api/feedback/${id}`, '/api/subscriptions/Leaving@example.com']) {
    expect((await shop.call('DELETE', path, { token: admin.token })).status).toBe(200)
    const { status, json } = await shop.call('DELETE', path, { token: admin.token })
    expect([status, json.error]).toEqual([404, expect.stringMatching(/was already deleted$/)])
  }
  expect((await stored('feedback')).map((row) => row.id)).not.toContain(id)
  expect((await stored('subscriptions')).map(({ email }) => email)).not.toContain('leaving@example.com')
})

describe.each([
  ['feedback', 'feedback', '/api/feedback', () => feedback],
  ['subscription', 'subscriptions', '/api/subscriptions', (n: number) => ({ email: `many${n}@example.com` })],
] as const)('so much %s a day', (kind, table, path, bodyOf) => {
  const reach = (scope: 'narrow' | 'wide' | 'shop', network: string) =>
    shop.shop.db.$client.query(
      `update daily_counts set count = $1 where kind = $2 and scope = $3 and network = $4`,
      [DAILY_LIMITS[kind][scope] - 1, kind, scope, network],
    )

  test.each([
    ['narrow', '203.0.113.1', '203.0.113.1', '203.0.113.1'],
    ['wide', '203.0.113.0/24', '203.0.113.2', '203.0.113.3'],
    ['shop', '', '203.0.114.1', '203.0.115.1'],
  ] as const)(
    'is taken from a %s network, and no more, in a race either',
    async (scope, network, ...from) => {
      await send(path, bodyOf(0), from[0])
      await reach(scope, network)
      const before = (await stored(table)).length
      const answers = await Promise.all(
        from.flatMap((address) => [1, 2, 3].map((n) => send(path, bodyOf(n), address))),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.find(({ status }) => status === 429)
      expect(refused?.json.error).toMatch(/^The shop has received many .* today\. Try again tomorrow\.$/)
      expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(23 * 3600)
      expect((await stored(table)).length).toBeLessThanOrEqual(before + 1)
      await shop.shop.db.$client.query('delete from daily_counts')
    },
  )
})
