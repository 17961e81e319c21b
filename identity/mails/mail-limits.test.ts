import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestBrowser } from '../test-browser.ts'
import { mountIdentity } from '../test-mount.ts'

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

const password = 'six or more'
let people = 0
let networks = 0

/** Each in a wide network of its own. */
const newBrowser = () => shop.browser('localhost', `10.0.${++networks}.1`)
const post = (browser: TestBrowser, call: string, json: object = {}) =>
  browser.visit(`/api/auth/${call}`, { json })

async function signUp(browser = newBrowser()) {
  const email = `person.${++people}@example.com`
  await post(browser, 'sign-up/email', { name: 'Ada', email, password })
  return { email, browser }
}

test('an address gets three confirmations a day, that of its sign-up included, whatever others ask for', async () => {
  const { email, browser } = await signUp()
  const stranger = newBrowser()
  for (let asked = 0; asked < 5; asked++) await post(stranger, 'request-password-reset', { email })
  for (let asked = 0; asked < 2; asked++)
    expect((await post(browser, 'send-verification-email')).json).toEqual({ status: true })
  const refused = await post(browser, 'send-verification-email')
  expect([refused.status, refused.json]).toEqual([
    429,
    {
      code: 'TOO_MANY_MAILS',
      message: 'We can’t send you another email yet. Try again in 24 hours.',
    },
  ])
  expect(shop.mailsTo(email).filter((kind) => kind === 'confirm-email')).toHaveLength(3)
})

test('a stranger whose address is signed up, deleted and signed up again gets no more of them', async () => {
  const email = 'stranger@example.com'
  for (let account = 0; account < 3; account++) {
    const browser = newBrowser()
    await post(browser, 'sign-up/email', { name: 'Mallory', email, password })
    for (let asked = 0; asked < 3; asked++) await post(browser, 'send-verification-email')
    await shop.identity.deleteAccount(String((await shop.identity.findAccount(email))?.subject))
  }
  expect(shop.mailsTo(email)).toHaveLength(3)
})

test('who asked for resets of an address that has no account takes nothing from its sign-up', async () => {
  const [stranger, email] = [newBrowser(), 'not.yet@example.com']
  for (let asked = 0; asked < 5; asked++) await post(stranger, 'request-password-reset', { email })
  await post(newBrowser(), 'sign-up/email', { name: 'Ada', email, password })
  expect(shop.mailsTo(email)).toContain('confirm-email')
})

const made: Record<string, number> = {}
/** Sends the mails that are due, and returns how many links to a new password they contain. */
async function resetsSent(email: string): Promise<number> {
  const asked = shop.mailsTo(email).filter((kind) => kind === 'reset-password').length
  const links: (string | null)[] = []
  for (let mail = made[email] ?? 0; mail < asked; mail++)
    links.push(await shop.identity.createLink('reset', email))
  made[email] = asked
  return links.filter(Boolean).length
}

async function askForReset(browser: TestBrowser, email: string) {
  const answer = await post(browser, 'request-password-reset', { email })
  expect([answer.status, answer.json]).toEqual([200, { status: true }])
}

async function confirm(email: string) {
  const token = (await shop.identity.createLink('verify', email))?.split('#token=')[1]
  await post(newBrowser(), 'verify-email', { token })
}

/** The rest of a test is so much later. */
function wait(hours: number) {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
}
afterEach(() => void vi.useRealTimers())

const reached = (limit: string, points: number) =>
  shop.pool.query(
    'insert into identity.throttle values ($1, $2, $3) on conflict (key) do update set points = excluded.points, expire = excluded.expire',
    [limit, points, Date.now() + 3_600_000],
  )

test('a new password is sent three times a day to one network, then once an hour', async () => {
  const { email } = await signUp()
  const [stranger, other] = [newBrowser(), newBrowser()]
  for (let asked = 0; asked < 5; asked++) await askForReset(stranger, email.toUpperCase())
  expect(await resetsSent(email)).toBe(4)
  await askForReset(other, email)
  expect(await resetsSent(email)).toBe(1)
  wait(1)
  for (let asked = 0; asked < 5; asked++) await askForReset(stranger, email)
  expect(await resetsSent(email)).toBe(1)
})

test('an account is sent ten resets a day, then still one an hour, however many networks ask', async () => {
  const { email } = await signUp()
  for (let network = 0; network < 5; network++) {
    const stranger = newBrowser()
    for (let asked = 0; asked < 3; asked++) await askForReset(stranger, email)
  }
  expect(await resetsSent(email)).toBe(11)
  for (let hour = 0; hour < 3; hour++) {
    wait(1)
    await askForReset(newBrowser(), email)
    await askForReset(newBrowser(), email)
    expect(await resetsSent(email)).toBe(1)
  }
})

test('40 accounts of one mailbox with tags of their own are three confirmations, and take none from its owner', async () => {
  const sent = async () => {
    const victims = Array.from({ length: 40 }, (_, tag) => `victim+${tag}@example.com`)
    return victims.flatMap((email) => shop.mailsTo(email)).length
  }
  await Promise.all(
    Array.from({ length: 40 }, (_, tag) =>
      post(newBrowser(), 'sign-up/email', { name: 'Mallory', email: `victim+${tag}@example.com`, password }),
    ),
  )
  expect(await sent()).toBe(3)
  const owner = newBrowser()
  await post(owner, 'sign-up/email', { name: 'Victim', email: 'victim@example.com', password })
  expect(shop.mailsTo('victim@example.com')).toEqual(['confirm-email'])
})

test('resets of invented tags leave those of an account alone, with and without a tag', async () => {
  const [plain, tagged] = ['eve@example.com', 'eve+tools@example.com']
  for (const email of [plain, tagged, 'eve+1@example.com', 'eve+2@example.com'])
    await post(newBrowser(), 'sign-up/email', { name: 'Eve', email, password })
  await confirm(tagged)
  for (const email of ['eve+1@example.com', 'eve+2@example.com'])
    for (let asked = 0; asked < 8; asked++) await askForReset(newBrowser(), email)
  const strangers = (await resetsSent('eve+1@example.com')) + (await resetsSent('eve+2@example.com'))
  expect(strangers).toBe(11)
  for (const email of [plain, tagged]) {
    await askForReset(newBrowser(), email)
    expect(await resetsSent(email), email).toBe(1)
  }
})

describe('a network', () => {
  const asked = (email: string) => shop.mailsTo(email).length

  test('causes twenty mails an hour', async () => {
    const stranger = newBrowser()
    const emails = Array.from({ length: 25 }, (_, n) => `flooded.${n}@example.com`)
    for (const email of emails) await askForReset(stranger, email)
    expect(emails.filter(asked)).toHaveLength(20)
    const { email } = await signUp(stranger)
    expect(asked(email)).toBe(0)
    await askForReset(newBrowser(), 'flooded.24@example.com')
    expect(asked('flooded.24@example.com')).toBe(1)
    wait(1)
    await askForReset(stranger, 'flooded.23@example.com')
    expect(asked('flooded.23@example.com')).toBe(1)
  })

  test.each([
    ['256 addresses', (host: number) => `192.0.2.${host}`],
    ['the networks of one IPv6 connection', (host: number) => `2001:db8:1:${host.toString(16)}::1`],
  ])('causes sixty by %s', async (what, address) => {
    const emails = Array.from({ length: 70 }, (_, n) => `${what.replaceAll(' ', '-')}.${n}@example.com`)
    for (const [host, email] of emails.entries())
      await askForReset(shop.browser('localhost', address(host)), email)
    expect(emails.filter(asked)).toHaveLength(60)
  })

  test('says so to whoever is signed in', async () => {
    const { email, browser } = await signUp()
    for (let asked = 0; asked < 19; asked++) await askForReset(browser, `nobody.${asked}@example.com`)
    const refused = await post(browser, 'send-verification-email')
    expect([refused.status, refused.json.message]).toEqual([
      429,
      'We can’t send you another email yet. Try again in 60 minutes.',
    ])
    expect(asked(email)).toBe(1)
  })
})

describe('beyond what the shop sends in an hour', () => {
  test('a confirmed address is sent one reset an hour, and the owner is told', async () => {
    const [confirmed, unconfirmed] = [await signUp(), await signUp()]
    await confirm(confirmed.email)
    await reached('resetsInAll:all', 600)
    for (const { email } of [confirmed, unconfirmed])
      for (let asked = 0; asked < 2; asked++) await askForReset(newBrowser(), email)
    expect(await resetsSent(confirmed.email)).toBe(1)
    expect(await resetsSent(unconfirmed.email)).toBe(0)
    expect(shop.ceilings).toEqual(['reset-password'])
    wait(1)
    for (const { email } of [confirmed, unconfirmed]) {
      await askForReset(newBrowser(), email)
      expect(await resetsSent(email)).toBe(1)
    }
  })

  test('the first two of a network are still sent their confirmation', async () => {
    await reached('confirmationsInAll:all', 600)
    const crowd = newBrowser()
    const sent = [await signUp(crowd), await signUp(crowd), await signUp(crowd), await signUp()].map(
      ({ email }) => shop.mailsTo(email).length,
    )
    expect(sent).toEqual([1, 1, 0, 1])
    expect(shop.ceilings).toContain('confirm-email')
  })
})

test('with the limits off all are sent', async () => {
  const open = await mountIdentity(database.url, undefined, { throttle: false })
  const browser = open.browser('localhost', '203.0.113.9')
  const { email } = await signUp()
  for (let asked = 0; asked < 25; asked++) {
    await post(browser, 'request-password-reset', { email })
    expect(await open.identity.createLink('reset', email)).toContain('#token=')
  }
  expect(open.mailsTo(email)).toHaveLength(25)
  await open.close()
})

test('whoever changes their password again and again is told of it ten times a day', async () => {
  const { email, browser } = await signUp()
  const token = (await shop.identity.createLink('verify', email))?.split('#token=')[1]
  await post(browser, 'verify-email', { token })
  const words = ['the first one', 'the second one']
  let current = password
  for (let changed = 0; changed < 12; changed++) {
    const next = String(words[changed % 2])
    const answer = await post(browser, 'change-password', { currentPassword: current, newPassword: next })
    expect(answer.status).toBe(200)
    current = next
  }
  expect(shop.mailsTo(email).filter((kind) => kind === 'password-changed')).toHaveLength(10)
})
