import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { statementsOf } from '#test/sent-statements.ts'
import type { Page, TestBrowser } from '../test-browser.ts'
import { mountIdentity } from '../test-mount.ts'

let shop: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>
const refusedResets = new Set<string>()

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  shop = await mountIdentity(database.url, undefined, {
    mayResetByMail: async (subject) => !refusedResets.has(subject),
  })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const password = 'six or more'
let people = 0
let networks = 0

const newBrowser = (at = shop) => at.browser('localhost', `198.51.100.${++networks}`)

async function signUp(browser = newBrowser(), at = shop) {
  const email = `person.${++people}@example.com`
  const { json } = await browser.visit('/api/auth/sign-up/email', { json: { name: 'Ada', email, password } })
  return { email, subject: json.user.id as string, browser, at }
}

const post = (browser: TestBrowser, call: string, json: object = {}) =>
  browser.visit(`/api/auth/${call}`, { json })

async function linkOf(kind: 'verify' | 'reset', email: string, at = shop): Promise<string> {
  const link = await at.identity.createLink(kind, email)
  expect(link).toMatch(kind === 'verify' ? /^\/verify-email#token=/ : /^\/reset-password#token=/)
  return String(link).split('#token=')[1] as string
}

const state = async (browser: TestBrowser) => (await browser.visit('/api/auth/account-state')).json
const claims = async (browser: TestBrowser) =>
  JSON.parse(
    Buffer.from((await browser.visit('/api/auth/token')).json.token.split('.')[1], 'base64url').toString(),
  )

const expired = {
  status: 400,
  json: { code: 'INVALID_TOKEN', message: 'This link has expired or has already been used.' },
}

describe('confirming an address', () => {
  test('a link confirms it once; the next token says so', async () => {
    const { email, browser } = await signUp()
    expect(shop.mailsTo(email)).toEqual(['confirm-email'])
    expect((await claims(browser)).email_verified).toBe(false)
    const token = await linkOf('verify', email)
    const answer = await post(newBrowser(), 'verify-email', { token })
    expect([answer.status, answer.json]).toEqual([200, { status: true }])
    expect(shop.verified).toContain(email)
    expect((await claims(browser)).email_verified).toBe(true)
    expect(await state(browser)).toEqual({
      emailVerified: true,
      hasPassword: true,
      twoFactorEnabled: false,
      google: false,
    })
    expect(await post(newBrowser(), 'verify-email', { token })).toMatchObject(expired)
    expect(await shop.identity.createLink('verify', email)).toBeNull()
    expect(await post(browser, 'send-verification-email')).toMatchObject({ status: 200 })
    expect(shop.mailsTo(email)).toEqual(['confirm-email'])
  })

  test('opening it does nothing, however often', async () => {
    const { email, browser } = await signUp()
    const token = await linkOf('verify', email)
    for (const path of [`verify-email?token=${token}`, `reset-password?token=${token}`])
      expect((await browser.visit(`/api/auth/${path}`)).status).toBe(404)
    expect((await state(browser)).emailVerified).toBe(false)
    expect((await post(browser, 'verify-email', { token })).status).toBe(200)
  })

  test('it ends after a day, and is stored as a hash only', async () => {
    const { email, subject } = await signUp()
    const token = await linkOf('verify', email)
    const { rows } = await shop.pool.query(
      `select *, expires_at - created_at as lasts from identity.verification where value like '%' || $1`,
      [subject],
    )
    expect(rows[0].lasts).toEqual({ days: 1 })
    expect(JSON.stringify(rows)).not.toContain(token)
    // What somebody who has read the database knows.
    for (const known of [rows[0].identifier, rows[0].value, rows[0].id])
      expect(await post(newBrowser(), 'verify-email', { token: known })).toMatchObject(expired)
    await outwait(subject)
    expect(await post(newBrowser(), 'verify-email', { token })).toMatchObject(expired)
    expect(shop.verified).not.toContain(email)
  })

  test('a link of one kind is none of the other', async () => {
    const { email } = await signUp()
    const token = await linkOf('verify', email)
    const reset = await linkOf('reset', email)
    expect(await post(newBrowser(), 'reset-password', { token, newPassword: password })).toMatchObject(
      expired,
    )
    expect(await post(newBrowser(), 'verify-email', { token: reset })).toMatchObject(expired)
  })

  test('nobody signed out, and no form or page of another site, asks for one', async () => {
    const { email, browser } = await signUp()
    for (const call of [
      'send-verification-email',
      'request-password-reset',
      'verify-email',
      'reset-password',
    ])
      for (const origin of ['https://elsewhere.test', 'null']) {
        const json = { email, token: 'x', newPassword: password }
        const page = await browser.visit(`/api/auth/${call}`, { json, headers: { origin } })
        expect([call, page.status]).toEqual([call, 403])
      }
    expect(shop.mailsTo(email)).toEqual(['confirm-email'])
    expect((await post(newBrowser(), 'send-verification-email')).status).toBe(401)
    const form = await browser.visit('/api/auth/send-verification-email', { form: {} })
    expect(form.status).toBe(415)
    expect(shop.mailsTo(email)).toEqual(['confirm-email'])
  })
})

describe('a forgotten password', () => {
  test('a link sets a new one once: sessions and other links end, the address is confirmed, nobody is signed in', async () => {
    const { email, browser } = await signUp()
    await post(newBrowser(), 'request-password-reset', { email })
    const [other, token] = [await linkOf('reset', email), await linkOf('reset', email)]
    const visitor = newBrowser()
    const answer = await post(visitor, 'reset-password', { token, newPassword: 'another one' })
    expect([answer.status, answer.json]).toEqual([200, { status: true }])
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect((await visitor.visit('/api/auth/token')).status).toBe(401)
    expect((await browser.visit('/api/auth/token')).status).toBe(401)
    expect(shop.verified).toContain(email)
    expect(shop.mailsTo(email)).toEqual(['confirm-email', 'reset-password', 'password-changed'])
    for (const spent of [token, other])
      expect(
        await post(newBrowser(), 'reset-password', { token: spent, newPassword: 'a third one' }),
      ).toMatchObject(expired)
    expect((await post(newBrowser(), 'sign-in/email', { email, password })).status).toBe(401)
    expect((await post(visitor, 'sign-in/email', { email, password: 'another one' })).status).toBe(200)
    expect((await state(visitor)).emailVerified).toBe(true)
  })

  test('of ten who follow it at once, one sets the password', async () => {
    const { email } = await signUp()
    const tokens = [await linkOf('reset', email), await linkOf('reset', email)]
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        post(newBrowser(), 'reset-password', { token: tokens[n % 2], newPassword: `number ${n}` }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(400)])
  })

  test('it ends after half an hour, and when the password is changed otherwise', async () => {
    const { email, subject, browser } = await signUp()
    const token = await linkOf('reset', email)
    const { rows } = await shop.pool.query(
      `select expires_at - created_at as lasts from identity.verification where value = 'reset:' || $1`,
      [subject],
    )
    expect(rows).toEqual([{ lasts: { minutes: 30 } }])
    await outwait(subject)
    const next = { newPassword: 'another one' }
    expect(await post(newBrowser(), 'reset-password', { token, ...next })).toMatchObject(expired)
    const second = await linkOf('reset', email)
    await post(browser, 'change-password', { currentPassword: password, ...next })
    expect(await post(newBrowser(), 'reset-password', { token: second, ...next })).toMatchObject(expired)
    const third = await linkOf('reset', email)
    await shop.identity.setPassword(email, 'given by the owner')
    expect(await post(newBrowser(), 'reset-password', { token: third, ...next })).toMatchObject(expired)
  })

  test('a password that is refused spends no link', async () => {
    const { email } = await signUp()
    const token = await linkOf('reset', email)
    const short = await post(newBrowser(), 'reset-password', { token, newPassword: 'short' })
    expect([short.status, short.json.code]).toEqual([400, 'INVALID_NEW_PASSWORD'])
    expect((await post(newBrowser(), 'reset-password', { token, newPassword: 'long enough' })).status).toBe(
      200,
    )
  })

  test('known, unknown and refused people get the same answer for the same work, and only the first a link', async () => {
    const { email, subject } = await signUp()
    const { email: admin, subject: refused } = await signUp()
    refusedResets.add(refused)
    const unknown = 'nobody.at.all@example.com'
    const askFor = async (asked: string) => {
      const answers: Page[] = []
      const statements = await statementsOf(
        shop.pool,
        async () => void answers.push(await post(newBrowser(), 'request-password-reset', { email: asked })),
      )
      return {
        answers: answers.map(({ status, text, headers }) => [status, text, Object.keys(headers)]),
        statements: statements.map(({ text }) => text),
      }
    }
    const known = await askFor(email)
    expect(known.statements.length).toBeGreaterThan(0)
    expect(await askFor(unknown)).toEqual(known)
    expect(await askFor(admin)).toEqual(known)
    for (const asked of [email, unknown, admin]) expect(shop.mailsTo(asked)).toContain('reset-password')
    expect(await shop.identity.createLink('reset', unknown)).toBeNull()
    expect(await shop.identity.createLink('reset', admin)).toBeNull()
    const token = await linkOf('reset', email)
    refusedResets.add(subject)
    expect(await post(newBrowser(), 'reset-password', { token, newPassword: 'another one' })).toMatchObject(
      expired,
    )
  })

  test('sixty requests from one network in a quarter of an hour are the most', async () => {
    const { email } = await signUp()
    const browser = newBrowser()
    await shop.pool.query('insert into identity.throttle values ($1, 60, $2)', [
      `links:198.51.100.${networks}`,
      Date.now() + 60_000,
    ])
    const token = await linkOf('reset', email)
    const calls = [
      ['request-password-reset', { email }],
      ['reset-password', { token, newPassword: 'another one' }],
      ['verify-email', { token }],
      ['send-verification-email', {}],
    ] as const
    for (const [call, json] of calls)
      expect((await post(browser, call, json)).json.code, call).toBe('TOO_MANY_LINKS')
    expect(shop.mailsTo(email)).toEqual(['confirm-email'])
  })
})

test('a sign-in that is under way with the old password while a new one is set opens nothing', async () => {
  const { email, subject } = await signUp()
  const reset = await shop.pool.connect()
  await reset.query('begin')
  await reset.query('select from identity.user where id = $1 for update', [subject])
  const browser = newBrowser()
  const signingIn = post(browser, 'sign-in/email', { email, password })
  const isWaiting = async () =>
    (
      await shop.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(1)
  await reset.query(`update identity.account set password = 'another hash' where user_id = $1`, [subject])
  await reset.query('commit')
  reset.release()
  expect(await signingIn).toMatchObject({ status: 401, json: { code: 'PASSWORD_CHANGED' } })
  expect((await browser.visit('/api/auth/token')).status).toBe(401)
  const { rows } = await shop.pool.query('select from identity.session where user_id = $1', [subject])
  expect(rows).toEqual([])
})

test('changing the password is told to confirmed addresses only', async () => {
  const { email, browser } = await signUp()
  const change = (currentPassword: string, newPassword: string) =>
    post(browser, 'change-password', { currentPassword, newPassword })
  expect((await change(password, 'another one')).status).toBe(200)
  expect(shop.mailsTo(email)).toEqual(['confirm-email'])
  await post(browser, 'verify-email', { token: await linkOf('verify', email) })
  expect((await change('not this one', 'a third one')).status).toBe(400)
  expect((await change('another one', 'a third one')).status).toBe(200)
  expect(shop.mailsTo(email)).toEqual(['confirm-email', 'password-changed'])
})

test('a deleted account leaves neither sessions nor links, and its address is free', async () => {
  const { email, subject, browser } = await signUp()
  const token = await linkOf('reset', email)
  await shop.identity.deleteAccount(subject)
  await shop.identity.deleteAccount(subject)
  expect((await browser.visit('/api/auth/token')).status).toBe(401)
  expect(await post(newBrowser(), 'reset-password', { token, newPassword: 'another one' })).toMatchObject(
    expired,
  )
  expect(await shop.identity.describeAccount(subject)).toBeNull()
  const again = await post(browser, 'sign-up/email', { name: 'New', email, password })
  expect([again.status, again.json.user.emailVerified]).toEqual([200, false])
  const { rows } = await shop.pool.query('select 1 from identity.verification where value like $1', [
    `%${subject}`,
  ])
  expect(rows).toEqual([])
})

test('what was confirmed in demo mode does not count in live mode, and the other way round it does', async () => {
  const [inDemo, inLive] = [await signUp(), await signUp()]
  const live = await mountIdentity(database.url, undefined, { live: true })
  await post(newBrowser(), 'verify-email', { token: await linkOf('verify', inDemo.email) })
  const fromDemo = await linkOf('verify', inLive.email)
  expect(await post(newBrowser(live), 'verify-email', { token: fromDemo })).toMatchObject(expired)
  await post(newBrowser(live), 'verify-email', { token: await linkOf('verify', inLive.email, live) })
  expect((await shop.identity.findAccount(inDemo.email))?.verified).toBe(false)
  expect((await shop.identity.findAccount(inLive.email))?.verified).toBe(true)

  const told: string[] = []
  await live.identity.endDemoVerifications(async (subjects) => void told.push(...subjects))
  expect(told).toContain(inDemo.subject)
  expect(told).not.toContain(inLive.subject)
  expect((await claims(inDemo.browser)).email_verified).toBe(false)
  expect((await claims(inLive.browser)).email_verified).toBe(true)
  expect(await live.identity.createLink('verify', inDemo.email)).not.toBeNull()
  await live.close()
})

test('a mail that cannot be written breaks no sign-up and no reset', async () => {
  const broken = await mountIdentity(database.url, undefined, {
    mail: {
      write: () => Promise.reject(new Error('no room')),
      onCeiling: () => Promise.reject(new Error('no room')),
    },
    onEmailVerified: () => Promise.reject(new Error('no room')),
  })
  const { email } = await signUp(newBrowser(broken), broken)
  const token = await linkOf('reset', email, broken)
  expect((await post(newBrowser(broken), 'reset-password', { token, newPassword: 'changed' })).status).toBe(
    200,
  )
  expect((await post(newBrowser(broken), 'request-password-reset', { email })).status).toBe(500)
  expect(broken.log()).toContain('a mail could not be written')
  expect(broken.log()).not.toContain(token)
  await broken.close()
})

async function outwait(subject: string) {
  await shop.pool.query(
    `update identity.verification set expires_at = now() - interval '1 second' where value like '%' || $1`,
    [subject],
  )
}
