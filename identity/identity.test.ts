import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestBrowser } from './test-browser.ts'
import { AUDIENCE, ISSUER, mountIdentity } from './test-mount.ts'

let shop: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>
beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  shop = await mountIdentity(database.url)
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const password = 'six or more ✓'
let people = 0
const newEmail = () => `Person.${++people}@Example.com`

async function signUp(browser: TestBrowser, email = newEmail()) {
  const page = await browser.visit('/api/auth/sign-up/email', {
    json: { name: 'Ada Buyer', email, password },
  })
  expect(page.status).toBe(200)
  return { email, user: page.json.user }
}

function signIn(browser: TestBrowser, email: string, secret = password) {
  return browser.visit('/api/auth/sign-in/email', { json: { email, password: secret } })
}

async function verifiedToken(browser: TestBrowser) {
  const { json } = await browser.visit('/api/auth/token')
  const keys = await browser.visit('/api/auth/jwks')
  const verified = await jwtVerify(json.token, createLocalJWKSet(keys.json), {
    issuer: ISSUER,
    audience: AUDIENCE,
    algorithms: ['ES256'],
  })
  return { ...verified.payload, header: decodeProtectedHeader(json.token) }
}

describe('sign-up and sign-in', () => {
  test('somebody who signs up is signed in and gets a token that names them', async () => {
    const browser = shop.browser()
    const { email, user } = await signUp(browser)
    expect(user).toEqual({
      id: expect.any(String),
      email: email.toLowerCase(),
      name: 'Ada Buyer',
      image: null,
      emailVerified: false,
    })
    const token = await verifiedToken(browser)
    expect(token).toMatchObject({
      sub: user.id,
      email: email.toLowerCase(),
      email_verified: false,
      name: 'Ada Buyer',
    })
    expect(Number(token.exp) - Number(token.iat)).toBe(15 * 60)
    expect(token.header.alg).toBe('ES256')
  })

  test('the email address is not sensitive to case, the password is', async () => {
    const { email } = await signUp(shop.browser())
    const browser = shop.browser()
    expect((await signIn(browser, email.toUpperCase())).status).toBe(200)
    expect((await signIn(shop.browser(), email, password.toUpperCase())).status).toBe(401)
    expect((await browser.visit('/api/auth/get-session')).json).toMatchObject({
      user: { email: email.toLowerCase() },
      session: { expiresAt: expect.any(String) },
    })
  })

  test('a known and an unknown email address are refused with the same answer', async () => {
    const { email } = await signUp(shop.browser())
    const known = await signIn(shop.browser(), email, 'not the password')
    const unknown = await signIn(shop.browser(), newEmail(), 'not the password')
    expect(known.status).toBe(401)
    expect(known.json).toEqual({
      code: 'INVALID_EMAIL_OR_PASSWORD',
      message: 'The email address or password is incorrect.',
    })
    expect(unknown.status).toBe(known.status)
    expect(unknown.text).toBe(known.text)
  })

  test('an existing account is told in a sentence', async () => {
    const { email } = await signUp(shop.browser())
    const again = await shop
      .browser()
      .visit('/api/auth/sign-up/email', { json: { name: 'B', email, password } })
    expect(again.status).toBe(422)
    expect(again.json.message).toContain('already an account')
  })

  test.each([
    ['a short password', { password: '12345' }, 'Use a password of at least 6 characters.'],
    ['a long password', { password: 'x'.repeat(129) }, 'Use a password of at most 128 characters.'],
    ['no password', { password: undefined }, 'Provide a password.'],
    ['no name', { name: '  ' }, 'Provide a name.'],
    ['a name with a NUL', { name: 'A\u0000' }, 'Use a name without control characters.'],
    ['no email address', { email: '' }, 'Provide an email address.'],
    ['half an email address', { email: 'someone@' }, 'Provide a valid email address.'],
  ])('sign-up with %s is refused in words', async (_what, change, message) => {
    const json = { name: 'Ada', email: newEmail(), password, ...change }
    const page = await shop.browser().visit('/api/auth/sign-up/email', { json })
    expect(page.status).toBe(400)
    expect(page.json.message).toBe(message)
  })

  test('what does not belong into a sign-up achieves nothing', async () => {
    const browser = shop.browser()
    const json = {
      name: 'Ada',
      email: newEmail(),
      password,
      emailVerified: true,
      image: 'https://x.test/',
      id: 'me',
      role: 'admin',
    }
    const { user } = (await browser.visit('/api/auth/sign-up/email', { json })).json
    expect(user).toMatchObject({ emailVerified: false, image: null })
    expect(user.id).not.toBe('me')
  })
})

describe('sessions', () => {
  test('sign-out ends the session at the service, not only in the browser', async () => {
    const browser = shop.browser()
    await signUp(browser)
    const { headers } = await browser.visit('/api/auth/token')
    expect(headers['cache-control']).toBe('no-store')
    const before = await shop.pool.query('select count(*)::int as n from identity.session')
    expect((await browser.visit('/api/auth/sign-out', { method: 'POST', json: {} })).json).toEqual({
      success: true,
    })
    const after = await shop.pool.query('select count(*)::int as n from identity.session')
    expect(after.rows[0].n).toBe(before.rows[0].n - 1)
    const page = await browser.visit('/api/auth/token')
    expect([page.status, page.json]).toEqual([
      401,
      { code: 'UNAUTHORIZED', message: 'You are signed out. Please log in.' },
    ])
    expect((await browser.visit('/api/auth/get-session')).json).toBeNull()
  })

  test('cookies are HttpOnly, SameSite=Lax, and Secure over TLS', async () => {
    const cookies = async (protocol: string) => {
      const json = { name: 'Ada', email: newEmail(), password }
      const page = await shop
        .browser('shop.test', undefined, protocol)
        .visit('/api/auth/sign-up/email', { json })
      return String(page.headers['set-cookie'])
    }
    const plain = await cookies('http')
    expect(plain).toMatch(/^shop\.session_token=.+HttpOnly; SameSite=Lax$/)
    expect(plain).not.toContain('Secure')
    expect(await cookies('https')).toMatch(/^__Secure-shop\.session_token=.+HttpOnly; Secure; SameSite=Lax$/)
  })

  test('the session’s secret never reaches a script', async () => {
    const browser = shop.browser()
    const { email } = await signUp(browser)
    const { rows } = await shop.pool.query(
      'select token from identity.session s join identity.user u on u.id = s.user_id where u.email = $1',
      [email.toLowerCase()],
    )
    const pages = [await browser.visit('/api/auth/get-session'), await signIn(shop.browser(), email)]
    for (const page of pages) expect(page.text).not.toContain(rows[0].token)
    expect(pages[1]?.json).not.toHaveProperty('token')
  })

  test.each(['localhost', '127.0.0.1', 'shop.far-away.test'])(
    'under %s the issuer is the same',
    async (host) => {
      const browser = shop.browser(host)
      await signUp(browser)
      expect((await verifiedToken(browser)).iss).toBe(ISSUER)
    },
  )

  test('a request from another origin is refused', async () => {
    const browser = shop.browser()
    const { email } = await signUp(browser)
    const headers = { origin: 'https://elsewhere.test' }
    const page = await browser.visit('/api/auth/sign-out', { json: {}, headers })
    expect([page.status, page.json.code]).toEqual([403, 'INVALID_ORIGIN'])
    const first = await shop
      .browser()
      .visit('/api/auth/sign-in/email', { json: { email, password }, headers })
    expect(first.status).toBe(403)
    expect((await browser.visit('/api/auth/token')).status).toBe(200)
  })

  test('a form of another site cannot sign anybody in', async () => {
    const { email } = await signUp(shop.browser())
    const page = await shop.browser().visit('/api/auth/sign-in/email', { form: { email, password } })
    expect([page.status, page.json.code]).toEqual([415, 'JSON_ONLY'])
  })

  test('calls of better-auth that the shop does not offer do not exist', async () => {
    const browser = shop.browser()
    await signUp(browser)
    for (const path of [
      '/update-user',
      '/delete-user',
      '/verify-password',
      '/link-social',
      '/list-sessions',
      '/error',
    ])
      for (const method of ['GET', 'POST'])
        expect((await browser.visit(`/api/auth${path}`, { method, json: {} })).status).toBe(404)
  })
})

describe('change of password', () => {
  test('it needs the current one, keeps this session and ends the others', async () => {
    const [here, elsewhere] = [shop.browser(), shop.browser()]
    const { email } = await signUp(here)
    await signIn(elsewhere, email)
    const change = (currentPassword: string, newPassword: string) =>
      here.visit('/api/auth/change-password', { json: { currentPassword, newPassword } })
    expect((await change('wrong one', 'another one')).json.message).toBe('The current password is wrong.')
    expect((await change(password, 'short')).json.message).toBe('Use a password of at least 6 characters.')
    expect((await change(password, 'another one')).json.user.email).toBe(email.toLowerCase())
    expect((await here.visit('/api/auth/token')).status).toBe(200)
    expect((await elsewhere.visit('/api/auth/token')).status).toBe(401)
    expect((await signIn(shop.browser(), email)).status).toBe(401)
    expect((await signIn(shop.browser(), email, 'another one')).status).toBe(200)
  })

  test('nobody changes a password while signed out', async () => {
    const json = { currentPassword: password, newPassword: 'another one' }
    expect((await shop.browser().visit('/api/auth/change-password', { json })).status).toBe(401)
  })
})

describe('what the owner does', () => {
  test('an ensured person can sign in; a second time nothing changes', async () => {
    const person = { email: 'Owner@Example.com', name: 'Owner', password: 'first password' }
    expect(await shop.identity.ensureAccount(person)).toMatchObject({ created: true })
    expect(await shop.identity.ensureAccount({ ...person, password: 'second password' })).toMatchObject({
      created: false,
    })
    expect((await signIn(shop.browser(), person.email, 'first password')).status).toBe(200)
  })

  test('instances that start together create a person once', async () => {
    const person = { email: newEmail(), name: 'Twice', password }
    const results = await Promise.all(Array.from({ length: 5 }, () => shop.identity.ensureAccount(person)))
    expect(results.filter((result) => result.created)).toHaveLength(1)
    expect((await signIn(shop.browser(), person.email)).status).toBe(200)
  })

  test('a new password ends the sessions; a stranger is not found', async () => {
    const browser = shop.browser()
    const { email } = await signUp(browser)
    expect(await shop.identity.setPassword(email, 'given by the owner')).toBe(true)
    expect(await shop.identity.setPassword(newEmail(), 'given by the owner')).toBe(false)
    expect((await browser.visit('/api/auth/token')).status).toBe(401)
    expect((await signIn(shop.browser(), email, 'given by the owner')).status).toBe(200)
    await expect(shop.identity.setPassword(email, 'short')).rejects.toThrow('6 to 128')
  })

  test('what has expired is deleted, and nothing else', async () => {
    const [staying, leaving] = [shop.browser(), shop.browser()]
    await signUp(staying)
    const { email } = await signUp(leaving)
    await shop.pool.query(
      `update identity.session set expires_at = now() - interval '1 minute'
       where user_id = (select id from identity.user where email = $1)`,
      [email.toLowerCase()],
    )
    await shop.identity.deleteExpired()
    const { rows } = await shop.pool.query(
      'select count(*)::int as n from identity.session where expires_at < now()',
    )
    expect(rows[0].n).toBe(0)
    expect((await staying.visit('/api/auth/token')).status).toBe(200)
  })

  test('nothing secret is in the log', async () => {
    const { email } = await signUp(shop.browser())
    await signIn(shop.browser(), email, 'a wrong password')
    expect(shop.log()).not.toContain(password)
    expect(shop.log()).not.toContain('a wrong password')
  })
})
