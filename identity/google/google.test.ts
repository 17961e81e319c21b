import type http from 'node:http'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createGoogleSandbox } from '#sandbox/google/create-google-sandbox.ts'
import { freshDatabase } from '#test/database.ts'
import type { Page, TestBrowser } from '../test-browser.ts'
import { GOOGLE, ISSUER, mountIdentity } from '../test-mount.ts'

let shop: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>
let google: http.RequestListener
let googleIsUp = true
const admins = new Set<string>()
const calls = { token: 0 }

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  google = (await createGoogleSandbox(GOOGLE)).listener
  shop = await mountIdentity(
    database.url,
    (request, response) => {
      if (request.url?.includes('/token')) calls.token += 1
      return googleIsUp ? google(request, response) : response.writeHead(503).end()
    },
    { isAdmin: async (subject) => admins.has(subject) },
  )
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const account = { email: 'demo.buyer@example.com', name: 'Demo Buyer', verified: 'yes' }
const outside = (next: URL) => !next.pathname.startsWith('/sandbox/') && !next.pathname.startsWith('/api/')

function start(browser: TestBrowser, paths: Record<string, string> = {}) {
  return browser.visit('/api/auth/sign-in/social', { json: { provider: 'google', ...paths } })
}

/** From the button to the page where one picks an account. */
async function choicePage(browser: TestBrowser, paths?: Record<string, string>) {
  const { json } = await start(browser, paths)
  return (await browser.follow(json.url)) as Page
}

/** Submits a form of that page, and follows the way back to the shop. */
async function choose(browser: TestBrowser, page: Page, form: Record<string, string>, ending = '') {
  const action = /action="([^"]+?)(\/cancel)?"/.exec(page.text)?.[1]
  const answer = await browser.visit(`${action}${ending}`, { form })
  return (await browser.follow(answer.location ?? '', outside)) as URL
}

async function signInWithGoogle(browser: TestBrowser, form: Record<string, string>) {
  const page = await choicePage(browser)
  return choose(browser, page, form)
}

describe('Google sign-in', () => {
  test.each([
    ['http', 'localhost'],
    ['http', '127.0.0.1'],
    ['http', 'shop.far-away.test'],
    ['https', 'shop.far-away.test'],
  ])('works under %s://%s and comes back to the page it was started from', async (protocol, host) => {
    const browser = shop.browser(host, undefined, protocol)
    const page = await choicePage(browser, {
      callbackURL: '/dashboard?tab=orders',
      errorCallbackURL: '/login?from=/dashboard',
    })
    expect(page.text).toContain('this is not Google')
    const end = await choose(browser, page, account)
    expect(end.href).toBe(`${browser.origin}/dashboard?tab=orders`)
    const { token } = (await browser.visit('/api/auth/token')).json
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString())
    expect(claims).toMatchObject({
      iss: ISSUER,
      email: account.email,
      email_verified: true,
      name: 'Demo Buyer',
    })
  })

  test('the same Google account is the same person, and none of Google’s tokens is kept', async () => {
    for (let time = 0; time < 2; time++) await signInWithGoogle(shop.browser(), account)
    const { rows } = await shop.pool.query(
      `select a.access_token, a.id_token, a.refresh_token from identity.account a
       join identity.user u on u.id = a.user_id where u.email = $1`,
      [account.email],
    )
    expect(rows).toEqual([{ access_token: null, id_token: null, refresh_token: null }])
  })

  test('an existing password account is not taken over: refused, with its code, on the page that asked', async () => {
    const json = { name: 'Ada', email: 'ada@example.com', password: 'six or more' }
    await shop.browser().visit('/api/auth/sign-up/email', { json })
    const browser = shop.browser()
    const page = await choicePage(browser, { errorCallbackURL: '/login?from=/dashboard' })
    const end = await choose(browser, page, { email: 'Ada@example.com', name: 'Ada', verified: 'yes' })
    expect([end.pathname, Object.fromEntries(end.searchParams)]).toEqual([
      '/login',
      { from: '/dashboard', error: 'account_not_linked' },
    ])
    expect((await browser.visit('/api/auth/token')).status).toBe(401)
  })

  test('a Google account whose address is not verified cannot take over another', async () => {
    const email = 'verified.person@example.com'
    await signInWithGoogle(shop.browser(), { email, name: 'V', verified: 'yes' })
    const { rowCount } = await shop.pool.query(
      `update identity.account set account_id = 'someone-else' where user_id = (select id from identity.user where email = $1)`,
      [email],
    )
    expect(rowCount).toBe(1)
    const end = await signInWithGoogle(shop.browser(), { email, name: 'V', verified: 'no' })
    expect(end.search).toBe('?error=account_not_linked')
  })

  test('the sandbox’s Google signs in no admin, whom any visitor could pick there', async () => {
    const person = { email: 'appointed@example.com', name: 'A', verified: 'yes' }
    expect((await signInWithGoogle(shop.browser(), person)).search).toBe('')
    admins.add(String((await shop.identity.findAccount(person.email))?.subject))
    const visitor = shop.browser()
    expect((await signInWithGoogle(visitor, person)).search).toBe('?error=admin_in_demo')
    expect((await visitor.visit('/api/auth/token')).status).toBe(401)
    await shop.identity.setPassword(person.email, 'six or more')
    const json = { email: person.email, password: 'six or more' }
    expect((await visitor.visit('/api/auth/sign-in/email', { json })).status).toBe(200)
  })

  test('a password cannot be tried on an account that signs in with Google', async () => {
    await signInWithGoogle(shop.browser(), account)
    const json = { email: account.email, password: 'any password' }
    const page = await shop.browser().visit('/api/auth/sign-in/email', { json })
    expect(page.json.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('cancelling ends on the login page with access_denied', async () => {
    const browser = shop.browser()
    const end = await choose(browser, await choicePage(browser), {}, '/cancel')
    expect(end.pathname + end.search).toBe('/login?error=access_denied')
  })

  test('a return that this browser did not start is refused', async () => {
    const end = (await shop.browser().follow('/api/auth/callback/google?code=x&state=y', outside)) as URL
    expect(end.pathname + end.search).toBe('/login?error=sign_in_expired')
    const stateless = (await shop.browser().follow('/api/auth/callback/google?code=x', outside)) as URL
    expect(stateless.search).toBe('?error=sign_in_expired')
  })

  test('a return works once, however often its address and cookies are sent again', async () => {
    const browser = shop.browser()
    const page = await choicePage(browser)
    const action = String(/action="([^"]+?)(\/cancel)?"/.exec(page.text)?.[1])
    const chosen = await browser.visit(action, { form: account })
    const isReturn = (next: URL) => next.pathname === '/api/auth/callback/google'
    const { href } = (await browser.follow(String(chosen.location), isReturn)) as URL
    const cookie = browser.cookies('/api/auth/callback/google')
    const asked = calls.token
    const returns = Array.from({ length: 10 }, () => shop.browser().visit(href, { headers: { cookie } }))
    const ends = (await Promise.all(returns)).map((answer) => answer.location)
    expect(ends.filter((end) => end === '/')).toHaveLength(1)
    expect(ends.filter((end) => end === '/login?error=sign_in_expired')).toHaveLength(9)
    expect(calls.token - asked).toBe(1)
  })

  test.each([
    ['googleCallbacks', '203.0.113.7', '203.0.113.7', 60],
    ['googleCallbacksWide', '203.0.114.7', '203.0.114.0/24', 240],
  ])('failed returns are limited, by %s', async (limit, address, network, points) => {
    const key = `${limit}:${network}`
    await shop.pool.query('insert into identity.throttle values ($1, $2, $3)', [
      key,
      points - 1,
      Date.now() + 60_000,
    ])
    const browser = shop.browser('localhost', address)
    const visit = async () => (await browser.visit('/api/auth/callback/google?code=x&state=y')).location
    expect((await signInWithGoogle(browser, account)).pathname).toBe('/')
    expect(await visit()).toBe('/login?error=sign_in_expired')
    expect(await visit()).toBe('/login?error=too_many_tries')
  })

  test.each([
    'https://elsewhere.test/',
    'https:elsewhere.test',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/\t/elsewhere.test',
    '/.//elsewhere.test',
    'javascript:alert(1)',
  ])('nobody is sent to %j afterwards', async (callbackURL) => {
    const page = await start(shop.browser(), { callbackURL })
    expect([page.status, page.json.message]).toEqual([400, 'The return address must be a path of this shop.'])
  })

  test('a path in any script survives the journey', async () => {
    const browser = shop.browser()
    const page = await choicePage(browser, { callbackURL: '/catalogue?q=Hämmer' })
    expect((await choose(browser, page, account)).search).toBe('?q=H%C3%A4mmer')
  })

  test('a state cookie is HttpOnly, and PKCE and a nonce are used', async () => {
    const page = await start(shop.browser())
    const url = new URL(page.json.url)
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect(url.searchParams.get('nonce')).toBeTruthy()
    expect(String(page.headers['set-cookie'])).toMatch(/^shop\.oauth_state=.+HttpOnly; SameSite=Lax$/)
  })

  test('an id token of one’s own is not a way in', async () => {
    const json = { provider: 'google', idToken: { token: 'x.y.z' } }
    const page = await shop.browser().visit('/api/auth/sign-in/social', { json })
    expect(page.json).toEqual({ url: expect.stringContaining('/sandbox/google/auth?'), redirect: true })
  })
})

describe('addresses', () => {
  test('one that Google has verified is not asked to be confirmed; another is', async () => {
    const [sure, unsure] = ['sure@example.com', 'unsure@example.com']
    await signInWithGoogle(shop.browser(), { email: sure, name: 'S', verified: 'yes' })
    await signInWithGoogle(shop.browser(), { email: unsure, name: 'U', verified: 'no' })
    expect(shop.mailsTo(sure)).toEqual([])
    expect(shop.mailsTo(unsure)).toEqual(['confirm-email'])
  })

  test('the sandbox vouches in demo mode only: in live mode the next sign-in with Google counts', async () => {
    const person = { email: 'both.modes@example.com', name: 'B', verified: 'yes' }
    await signInWithGoogle(shop.browser(), person)
    expect(await shop.identity.findAccount(person.email)).toMatchObject({
      emailVerified: true,
      verified: false,
    })
    const live = await mountIdentity(database.url, google, { live: true })
    await live.identity.endDemoVerifications(async () => {})
    expect((await live.identity.findAccount(person.email))?.emailVerified).toBe(false)
    await signInWithGoogle(live.browser(), person)
    expect(await live.identity.findAccount(person.email)).toMatchObject({
      emailVerified: true,
      verified: true,
    })
    await live.close()
  })

  test('a confirmed address does not open its password account to a Google account', async () => {
    const json = { name: 'Ada', email: 'confirmed@example.com', password: 'six or more' }
    await shop.browser().visit('/api/auth/sign-up/email', { json })
    const token = String(await shop.identity.createLink('verify', json.email)).split('=')[1]
    await shop.browser().visit('/api/auth/verify-email', { json: { token } })
    const end = await signInWithGoogle(shop.browser(), { ...account, email: json.email })
    expect(end.search).toBe('?error=account_not_linked')
  })

  test('a Google account gets its first password by a reset, and still signs in with Google', async () => {
    const person = { email: 'first.password@example.com', name: 'F', verified: 'yes' }
    const browser = shop.browser()
    await signInWithGoogle(browser, person)
    const state = async () => (await browser.visit('/api/auth/account-state')).json
    expect(await state()).toMatchObject({ hasPassword: false, google: true })
    const enable = await browser.visit('/api/auth/two-factor/enable', { json: { password: 'any' } })
    expect(enable.status).toBe(400)
    const token = String(await shop.identity.createLink('reset', person.email)).split('=')[1]
    const newPassword = 'a first password'
    await shop.browser().visit('/api/auth/reset-password', { json: { token, newPassword } })
    const json = { email: person.email, password: newPassword }
    expect((await browser.visit('/api/auth/sign-in/email', { json })).status).toBe(200)
    expect(await state()).toMatchObject({ hasPassword: true, google: true })
    expect((await signInWithGoogle(shop.browser(), person)).pathname).toBe('/')
  })
})

test('a reset ends the Google account of whoever came first with an address that is not theirs', async () => {
  const squatter = shop.browser()
  const person = { email: 'taken@example.com', name: 'T', verified: 'no' }
  await signInWithGoogle(squatter, person)
  const token = String(await shop.identity.createLink('reset', person.email)).split('=')[1]
  const json = { token, newPassword: 'of its owner' }
  expect((await shop.browser().visit('/api/auth/reset-password', { json })).status).toBe(200)
  expect((await squatter.visit('/api/auth/token')).status).toBe(401)
  expect((await signInWithGoogle(squatter, person)).search).toBe('?error=account_not_linked')
  expect((await squatter.visit('/api/auth/token')).status).toBe(401)
})

test('a sign-in with Google that is under way while a reset ends it opens nothing', async () => {
  const browser = shop.browser()
  const person = { email: 'under.way@example.com', name: 'U', verified: 'no' }
  await signInWithGoogle(shop.browser(), person)
  const subject = String((await shop.identity.findAccount(person.email))?.subject)
  const page = await choicePage(browser)
  const reset = await shop.pool.connect()
  await reset.query('begin')
  await reset.query('select from identity.user where id = $1 for update', [subject])
  const signingIn = choose(browser, page, person)
  const isWaiting = async () =>
    (
      await shop.pool.query(
        `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).rowCount
  await expect.poll(isWaiting, { timeout: 15_000 }).toBe(1)
  await reset.query('delete from identity.account where user_id = $1', [subject])
  await reset.query('delete from identity.session where user_id = $1', [subject])
  await reset.query('commit')
  reset.release()
  await signingIn
  expect((await browser.visit('/api/auth/token')).status).toBe(401)
  const { rows } = await shop.pool.query('select from identity.session where user_id = $1', [subject])
  expect(rows).toEqual([])
})

test('Google down at the start: a clear sentence, and it works as soon as Google is back', async () => {
  googleIsUp = false
  const browser = shop.browser('another-name.test')
  const down = await start(browser)
  expect([down.status, down.json.code]).toEqual([503, 'GOOGLE_UNREACHABLE'])
  const visited = (await browser.follow('/api/auth/callback/google?code=x&state=y', outside)) as URL
  expect(visited.search).toBe('?error=provider_unreachable')
  googleIsUp = true
  expect((await signInWithGoogle(browser, account)).pathname).toBe('/')
})

test('without Google the call says so', async () => {
  const without = await mountIdentity(database.url, undefined, { google: null })
  const page = await start(without.browser())
  expect([page.status, page.json]).toEqual([
    404,
    { code: 'GOOGLE_NOT_CONFIGURED', message: 'Google sign-in is not configured in this shop.' },
  ])
  await without.close()
})
