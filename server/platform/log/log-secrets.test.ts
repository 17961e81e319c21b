import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openTestShop, type TestShop } from '#test/shop.ts'

const PASSWORD = 'correct-horse-battery'
const WRONG = 'wrong-horse-battery'
const NEW = 'newer-horse-battery'
const CODE = 'code-from-google-1234'

let shop: TestShop
/** Libraries print past the log at times. */
const printed: string[] = []
beforeAll(async () => {
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...words) => void printed.push(inspect(words, { depth: 9 })),
    )
  shop = await openTestShop(inject('databaseServer'))
})
afterAll(async () => {
  await shop.close()
  vi.restoreAllMocks()
})

test('a busy and troubled shop logs no password, no token, no cookie and no key', async () => {
  const { $client } = shop.shop.db
  const headers = { origin: shop.origin }
  const person = await shop.signUp({ password: PASSWORD })
  const { email, token, cookie } = person
  const secrets = new Set([
    PASSWORD,
    WRONG,
    NEW,
    CODE,
    token,
    ...token.split('.').slice(1),
    ...valuesOf(cookie),
  ])

  const signIn = (password: string) =>
    shop.call('POST', '/api/auth/sign-in/email', { body: { email, password }, headers })
  const remember = ({ headers }: { headers: Headers }) => {
    for (const entry of headers.getSetCookie()) for (const value of valuesOf(entry)) secrets.add(value)
  }
  remember(await signIn(PASSWORD))
  await signIn(WRONG)
  await shop.call('POST', '/api/auth/sign-in/email', { body: `{"password":"${PASSWORD}",`, headers })
  await shop.call('POST', '/api/auth/change-password', {
    body: { currentPassword: PASSWORD, newPassword: NEW },
    headers: { ...headers, cookie },
  })
  remember(await shop.call('POST', '/api/auth/sign-in/social', { body: { provider: 'google' }, headers }))
  await shop.call('GET', `/api/auth/callback/google?code=${CODE}&state=${CODE}`, { headers: { cookie } })

  await shop.call('GET', `/api/profileInfo?email=${email}&access_token=${token}`, {
    token,
    headers: { cookie },
  })
  await shop.call('PUT', `/api/user/${email}`, { token, body: { email, password: PASSWORD } })
  await shop.call('GET', `/api/user?token=${token}`, { token: `${token}x` })
  await shop.call('POST', '/api/feedback', { token, body: `{"password": ${PASSWORD}` })
  await shop.call('GET', `/nothing?token=${token}`)
  await shop.call('GET', `/%?token=${token}`)
  const [{ _id, price }] = (await shop.call('GET', '/api/products')).json.filter(
    ({ quantity }: { quantity: number }) => quantity > 500,
  )
  const booking = await shop.call('POST', '/api/bookings', {
    token,
    body: { orderId: _id, orders: 100, phone: '1', address: 'Quay 1' },
    headers: { 'idempotency-key': CODE },
  })
  const intent = await shop.call('POST', '/api/create-payment-intent', {
    token,
    body: { price: booking.json.price, bookingId: booking.json._id },
  })
  expect([price > 0, intent.status]).toEqual([true, 200])
  secrets.add(intent.json.clientSecret)

  // Faults, whose statements hold what people sent.
  for (const table of ['identity.session', 'identity.account', 'public.users', 'public.feedback']) {
    await $client.query(`alter table ${table} rename to away`)
    remember(await signIn(NEW))
    await shop.call('POST', '/api/auth/sign-up/email', {
      body: { email: `${table}@example.com`, name: 'Newcomer', password: PASSWORD },
      headers,
    })
    await shop.call('GET', '/api/auth/token', { headers: { cookie } })
    await shop.call('GET', `/api/profileInfo?email=${email}`, { token })
    await shop.call('POST', '/api/feedback', { token, body: { name: 'A', email: 'a', feedback: 'b' } })
    const [schema, name] = table.split('.')
    await $client.query(`alter table ${schema}.away rename to ${name}`)
  }

  const stored = JSON.parse(await readFile(path.join(shop.dataDir, 'secrets.json'), 'utf8'))
  for (const secret of [stored.identity, ...Object.values(stored.stripe), stored.google.clientSecret])
    secrets.add(String(secret))
  const firstAdmin = await readFile(path.join(shop.dataDir, 'first-admin.txt'), 'utf8')
  secrets.add(firstAdmin.trim().split('\n').at(-1) as string)

  expect(shop.log.some((line) => JSON.parse(line).level >= 50)).toBe(true)
  const lines = [...shop.log, ...printed]
  for (const secret of secrets) {
    expect(secret.length, 'too short to be looked for').toBeGreaterThan(5)
    expect(lines.filter((line) => line.includes(secret))).toEqual([])
  }
  expect(lines.filter((line) => /bearer |set-cookie|authorization":"/i.test(line))).toEqual([])
})

/** A cookie's value, and what is signed in it. */
function valuesOf(cookies: string): string[] {
  return cookies
    .split('; ')
    .map((cookie) => cookie.slice(cookie.indexOf('=') + 1))
    .flatMap((value) => [value, decodeURIComponent(value), ...decodeURIComponent(value).split('.')])
    .filter((value) => value.length > 16)
}
