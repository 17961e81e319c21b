import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import { totp } from '#test/totp.ts'
import type { TestBrowser } from '../test-browser.ts'
import { mountIdentity } from '../test-mount.ts'

let shop: Awaited<ReturnType<typeof mountIdentity>>
let database: Awaited<ReturnType<typeof freshDatabase>>

const appointed = new Set<string>()

beforeAll(async () => {
  database = await freshDatabase(inject('databaseServer'))
  shop = await mountIdentity(database.url, undefined, {
    isAdmin: async (subject) => appointed.has(subject),
  })
})
afterAll(async () => {
  await shop.close()
  await database.drop()
})

const password = 'six or more'
const WRONG = '000000'
let people = 0
let networks = 0

const newBrowser = () => shop.browser('localhost', `198.51.100.${++networks}`)
const post = (browser: TestBrowser, call: string, json: object = {}) =>
  browser.visit(`/api/auth/${call}`, { json })
const hasSession = async (browser: TestBrowser) => (await browser.visit('/api/auth/token')).status === 200
/** The next code: an app shows each for half a minute, and it is taken a little early. */
const nextCode = (uri: string) => totp(uri, Date.now() + 30_000)
const askForCode = (browser: TestBrowser, email: string, secret = password) =>
  post(browser, 'sign-in/email', { email, password: secret })

async function signUp() {
  const browser = newBrowser()
  const email = `person.${++people}@example.com`
  await post(browser, 'sign-up/email', { name: 'Ada', email, password })
  return { email, browser }
}

/** Somebody whose two-step sign-in is on. */
async function signUpWithTwoSteps() {
  const person = await signUp()
  const { totpURI, backupCodes } = (await post(person.browser, 'two-factor/enable', { password })).json
  const code = totp(totpURI)
  expect((await post(person.browser, 'two-factor/verify-totp', { code })).json).toEqual({ status: true })
  return { ...person, totpURI: totpURI as string, backupCodes: backupCodes as string[], usedCode: code }
}

describe('turning it on', () => {
  test('takes the password and the first right code; until then the password alone signs in', async () => {
    const { email, browser } = await signUp()
    expect((await post(browser, 'two-factor/enable', { password: 'not this one' })).json).toEqual({
      code: 'INVALID_PASSWORD',
      message: 'The current password is wrong.',
    })
    const offered = await post(browser, 'two-factor/enable', { password })
    expect(Object.keys(offered.json).sort()).toEqual(['backupCodes', 'totpURI'])
    expect(decodeURIComponent(offered.json.totpURI)).toContain(`otpauth://totp/The Shop:${email}?`)
    expect(new Set(offered.json.backupCodes).size).toBe(10)
    const wrong = await post(browser, 'two-factor/verify-totp', { code: WRONG })
    expect([wrong.status, wrong.json]).toEqual([
      401,
      { code: 'INVALID_CODE', message: 'This code is wrong, has expired or has already been used.' },
    ])
    expect((await askForCode(newBrowser(), email)).json).toHaveProperty('user')
    const code = totp(offered.json.totpURI)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await post(browser, 'two-factor/verify-totp', { code: spaced })).json).toEqual({ status: true })
    expect(await hasSession(browser)).toBe(true)
    expect((await browser.visit('/api/auth/account-state')).json.twoFactorEnabled).toBe(true)
    expect((await post(browser, 'two-factor/enable', { password })).json.code).toBe('TOTP_ALREADY_ENABLED')
  })

  test('is for those who are signed in', async () => {
    for (const call of ['enable', 'disable', 'generate-backup-codes'])
      expect((await post(newBrowser(), `two-factor/${call}`, { password })).status).toBe(401)
    for (const call of ['verify-totp', 'verify-backup-code'])
      expect((await post(newBrowser(), `two-factor/${call}`, { code: WRONG })).json.code).toBe(
        'INVALID_TWO_FACTOR_COOKIE',
      )
  })

  test('key and recovery codes are not readable in the database', async () => {
    const { totpURI, backupCodes } = await signUpWithTwoSteps()
    const { rows } = await shop.pool.query('select * from identity.two_factor')
    const stored = JSON.stringify(rows)
    for (const secret of [...backupCodes, String(new URL(totpURI).searchParams.get('secret'))])
      expect(stored).not.toContain(secret)
  })
})

describe('signing in', () => {
  test('asks for the code: no session before, one afterwards', async () => {
    const { email, totpURI } = await signUpWithTwoSteps()
    const browser = newBrowser()
    const asked = await askForCode(browser, email)
    expect([asked.status, asked.json]).toEqual([200, { twoFactorRedirect: true }])
    expect(await hasSession(browser)).toBe(false)
    expect(await hasSession(withCookiesOf(asked.headers['set-cookie']))).toBe(false)
    expect((await post(browser, 'two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    const right = await post(browser, 'two-factor/verify-totp', { code: nextCode(totpURI) })
    expect([right.status, right.json]).toEqual([200, { status: true }])
    expect(await hasSession(browser)).toBe(true)
  })

  test('takes a code once: neither again, nor after it has turned two-step sign-in on, nor of ten at once twice', async () => {
    const { email, totpURI, usedCode } = await signUpWithTwoSteps()
    const begin = async () => {
      const browser = newBrowser()
      await askForCode(browser, email)
      return browser
    }
    const verify = (browser: TestBrowser, code: string) => post(browser, 'two-factor/verify-totp', { code })
    expect((await verify(await begin(), usedCode)).json.code).toBe('INVALID_CODE')
    const code = nextCode(totpURI)
    const browsers = await Promise.all(Array.from({ length: 10 }, begin))
    const answers = await Promise.all(browsers.map((browser) => verify(browser, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const late = await begin()
    expect((await verify(late, code)).json.code).toBe('INVALID_CODE')
    expect(await hasSession(late)).toBe(false)
  })

  test('a code that opened nothing can still be used', async () => {
    const { email, totpURI } = await signUpWithTwoSteps()
    const browser = newBrowser()
    await askForCode(browser, email)
    const code = nextCode(totpURI)
    await shop.pool.query(`update identity.two_factor set locked_until = now() + interval '1 minute'`)
    expect((await post(browser, 'two-factor/verify-totp', { code })).status).toBe(429)
    await shop.pool.query('update identity.two_factor set locked_until = null')
    expect((await post(browser, 'two-factor/verify-totp', { code })).status).toBe(200)
  })

  test('takes each recovery code once, and new ones replace the old', async () => {
    const { email, browser, backupCodes } = await signUpWithTwoSteps()
    const [first, second] = backupCodes as [string, string]
    const visitor = newBrowser()
    await askForCode(visitor, email)
    expect((await post(visitor, 'two-factor/verify-backup-code', { code: first })).json).toEqual({
      status: true,
    })
    expect(await hasSession(visitor)).toBe(true)
    const again = newBrowser()
    await askForCode(again, email)
    expect((await post(again, 'two-factor/verify-backup-code', { code: first })).json).toEqual({
      code: 'INVALID_BACKUP_CODE',
      message: 'This recovery code is wrong or has already been used.',
    })
    const made = await post(browser, 'two-factor/generate-backup-codes', { password })
    expect(made.json.backupCodes).toHaveLength(10)
    expect((await post(again, 'two-factor/verify-backup-code', { code: second })).status).toBe(401)
    const [fresh] = made.json.backupCodes
    expect((await post(again, 'two-factor/verify-backup-code', { code: fresh })).status).toBe(200)
  })

  test('of ten who use one recovery code at once, one gets in', async () => {
    const { email, backupCodes } = await signUpWithTwoSteps()
    const browsers = Array.from({ length: 10 }, newBrowser)
    for (const browser of browsers) await askForCode(browser, email)
    const answers = await Promise.all(
      browsers.map((browser) => post(browser, 'two-factor/verify-backup-code', { code: backupCodes[0] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('five wrong codes end the attempt; ten in a row lock the second step for a quarter of an hour', async () => {
    const { email, totpURI } = await signUpWithTwoSteps()
    const attempt = async () => {
      const browser = newBrowser()
      await askForCode(browser, email)
      const codes: string[] = []
      for (let n = 0; n < 6; n++)
        codes.push((await post(browser, 'two-factor/verify-totp', { code: WRONG })).json.code)
      return codes
    }
    const five = Array(5).fill('INVALID_CODE')
    expect(await attempt()).toEqual([...five, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])
    expect(await attempt()).toEqual([...five, 'ACCOUNT_TEMPORARILY_LOCKED'])
    const owner = newBrowser()
    await askForCode(owner, email)
    const locked = await post(owner, 'two-factor/verify-totp', { code: nextCode(totpURI) })
    expect([locked.status, locked.json.message]).toEqual([
      429,
      'Too many wrong codes. Try again in 15 minutes.',
    ])
    await shop.pool.query(`update identity.two_factor set locked_until = now() - interval '1 second'`)
    expect((await post(owner, 'two-factor/verify-totp', { code: nextCode(totpURI) })).status).toBe(200)
  })

  test('wrong codes count per account and network, also in a session', async () => {
    const { browser, email } = await signUp()
    await post(browser, 'two-factor/enable', { password })
    for (let n = 0; n < 10; n++)
      expect((await post(browser, 'two-factor/verify-totp', { code: WRONG })).status).toBe(401)
    const refused = await post(browser, 'two-factor/verify-totp', { code: WRONG })
    expect([refused.status, refused.json.code]).toEqual([429, 'TOO_MANY_WRONG_CODES'])
    expect((await askForCode(browser, email)).status).toBe(200)
  })

  test('an answer to somebody else’s question, or to none, opens nothing', async () => {
    const [mine, theirs] = [await signUpWithTwoSteps(), await signUpWithTwoSteps()]
    const browser = newBrowser()
    await askForCode(browser, theirs.email)
    expect((await post(browser, 'two-factor/verify-totp', { code: nextCode(mine.totpURI) })).status).toBe(401)
    await shop.pool.query(`update identity.verification set expires_at = now() - interval '1 second'`)
    expect((await post(browser, 'two-factor/verify-totp', { code: nextCode(theirs.totpURI) })).status).toBe(
      401,
    )
    expect(await hasSession(browser)).toBe(false)
  })
})

describe('it stays', () => {
  test('when the password is forgotten or set by the owner', async () => {
    const { email, totpURI } = await signUpWithTwoSteps()
    const follow = async (kind: 'verify' | 'reset', call: string, body: object) => {
      const token = String(await shop.identity.createLink(kind, email)).split('=')[1]
      expect((await post(newBrowser(), call, { token, ...body })).status).toBe(200)
    }
    await follow('verify', 'verify-email', {})
    const begun = newBrowser()
    await askForCode(begun, email)
    await follow('reset', 'reset-password', { newPassword: 'a new password' })
    expect((await post(begun, 'two-factor/verify-totp', { code: nextCode(totpURI) })).status).toBe(401)
    expect((await askForCode(newBrowser(), email, 'a new password')).json).toEqual({
      twoFactorRedirect: true,
    })
    await shop.identity.setPassword(email, 'of the owner')
    const browser = newBrowser()
    expect((await askForCode(browser, email, 'of the owner')).json).toEqual({ twoFactorRedirect: true })
    expect((await post(browser, 'two-factor/verify-totp', { code: nextCode(totpURI) })).status).toBe(200)
  })

  test('not for whoever proves, by a reset, that somebody else signed up with their address', async () => {
    const { email } = await signUpWithTwoSteps()
    const token = String(await shop.identity.createLink('reset', email)).split('=')[1]
    await post(newBrowser(), 'reset-password', { token, newPassword: 'of its owner' })
    expect((await askForCode(newBrowser(), email, 'of its owner')).json).toHaveProperty('user')
  })

  test('of somebody whom the owner appointed, though they never verified their address', async () => {
    const { email } = await signUpWithTwoSteps()
    appointed.add(String((await shop.identity.findAccount(email))?.subject))
    const token = String(await shop.identity.createLink('reset', email)).split('=')[1]
    await post(newBrowser(), 'reset-password', { token, newPassword: 'who reads the mail' })
    const reader = newBrowser()
    expect((await askForCode(reader, email, 'who reads the mail')).json).not.toHaveProperty('user')
    expect(await hasSession(reader)).toBe(false)
  })

  test('until it is turned off with the password', async () => {
    const { email, browser } = await signUpWithTwoSteps()
    expect((await post(browser, 'two-factor/disable', { password: 'not this one' })).status).toBe(400)
    expect((await post(browser, 'two-factor/disable', { password })).json).toEqual({ status: true })
    expect(await hasSession(browser)).toBe(true)
    expect((await browser.visit('/api/auth/account-state')).json.twoFactorEnabled).toBe(false)
    expect((await askForCode(newBrowser(), email)).json).toHaveProperty('user')
  })
})

test('nothing secret is in the log', async () => {
  const { email, totpURI, backupCodes } = await signUpWithTwoSteps()
  const browser = newBrowser()
  await askForCode(browser, email)
  await post(browser, 'two-factor/verify-backup-code', { code: `${backupCodes[0]}x` })
  await post(browser, 'two-factor/verify-totp', { code: nextCode(totpURI) })
  for (const secret of [backupCodes[0], totp(totpURI), new URL(totpURI).searchParams.get('secret')])
    expect(shop.log()).not.toContain(secret)
})

/** A browser that believes every cookie it was ever sent, also those that were taken back at once. */
function withCookiesOf(lines: string[] = []) {
  const sent = lines.map((line) => line.split(';')[0]).filter((pair) => !pair?.endsWith('='))
  const browser = newBrowser()
  return {
    ...browser,
    visit: (target: string) => browser.visit(target, { headers: { cookie: sent.join('; ') } }),
  }
}
