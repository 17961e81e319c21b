import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { freshDatabase } from '#test/database.ts'
import type { TestBrowser } from './test-browser.ts'
import { mountIdentity } from './test-mount.ts'

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

const newBrowser = () => shop.browser('localhost', `198.51.100.${++networks}`)
const post = (browser: TestBrowser, call: string, json: object = {}) =>
  browser.visit(`/api/auth/${call}`, { json })

async function signUp() {
  const [browser, email] = [newBrowser(), `person.${++people}@example.com`]
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
      message: 'We have sent three emails to this address today. Try again in 24 hours.',
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

test('three resets a day by one network, ten by all: nobody keeps somebody else from resetting theirs, or floods them', async () => {
  const { email } = await signUp()
  const resets = () => shop.mailsTo(email).filter((kind) => kind === 'reset-password').length
  const stranger = newBrowser()
  for (let asked = 0; asked < 5; asked++) {
    const answer = await post(stranger, 'request-password-reset', { email: email.toUpperCase() })
    expect([answer.status, answer.json]).toEqual([200, { status: true }])
  }
  expect(resets()).toBe(3)
  await post(newBrowser(), 'request-password-reset', { email })
  expect(resets()).toBe(4)
  for (let asked = 0; asked < 10; asked++) await post(newBrowser(), 'request-password-reset', { email })
  expect(resets()).toBe(10)
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
