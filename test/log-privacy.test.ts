import { inspect } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createErrorReport } from '#server/platform/jobs/error-report.ts'
import { captureConsole } from '#server/platform/log/log.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { intentOf } from './reach-card-provider.ts'
import { openTestShop, type Person, type TestShop } from './shop.ts'
import { totp } from './totp.ts'

vi.setConfig({ testTimeout: 180_000 })

// Whatever people send in this test has this word in it.
const PLANTED = /planted/i
const PASSWORD = 'planted-password'

/** What becomes of a statement, with every value it was sent. */
const WAYS = {
  'refused in words that repeat its values': (values: string) => `select ('planted ' || ${values})::int`,
  'cut off': (values: string) => `select pg_terminate_backend(pg_backend_pid()), ${values}`,
}

type Query = (
  config: string | { text: string; values?: unknown[] },
  values?: unknown,
  done?: unknown,
) => unknown
const driver = pg.Client.prototype as unknown as { query: Query }
const { query } = driver
const breaking = { after: 0, way: WAYS['cut off'], broken: new Set<string>() }

/** Libraries print past the log at times. */
const printed: string[] = []
let shop: TestShop

beforeAll(async () => {
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(
      (...words) => void printed.push(inspect(words, { depth: 9 })),
    )
  driver.query = function (this: pg.Client, config, values, done) {
    const text = typeof config === 'string' ? config : config.text
    const isStatement = typeof text === 'string' && !/^(begin|commit|rollback|listen|select 1$)/i.test(text)
    if (breaking.after === 0 || !isStatement || --breaking.after > 0)
      return query.call(this, config, values, done)
    breaking.broken.add(text)
    const sent = (Array.isArray(values) ? values : typeof config === 'object' && config.values) || []
    const all = sent.map((_, index) => `coalesce($${index + 1}::text, '')`)
    return query.call(this, { text: breaking.way(["''", ...all].join(" || ' ' || ")), values: sent }, done)
  }
  shop = await openTestShop(inject('databaseServer'))
  captureConsole(shop.shop.log)
})
afterAll(async () => {
  breaking.after = 0
  driver.query = query
  await shop.close()
  vi.restoreAllMocks()
})

type Work = () => Promise<{ status: number }>

/** The same work again and again: its first statement fails, then its second, until none is left to fail and it succeeds. */
async function breakEachStatement(work: Work) {
  for (let number = 1; ; number++) {
    breaking.after = number
    const { status } = await work()
    const wasReached = breaking.after === 0
    breaking.after = 0
    if (!wasReached) return status
  }
}

test.each(Object.entries(WAYS))(
  'no statement that is %s leaves a trace of its values in the log',
  async (kind, way) => {
    breaking.way = way
    breaking.broken.clear()
    const { call, origin } = shop
    const checkout = openCheckoutClient(shop)
    const suffix = kind.length
    const product = await checkout.addProduct(100_000)
    const admin = await shop.signUpAdmin({
      email: `planted.admin${suffix}@example.com`,
      name: 'Planted Admin',
    })
    const email = `planted.person${suffix}@example.com`
    const person = await shop.signUp({ email, name: 'Planted Person', password: PASSWORD })
    const other = await shop.signUp({
      email: `planted.other${suffix}@example.com`,
      name: 'Planted Other',
      password: PASSWORD,
    })
    const secrets = [person, admin, other].flatMap(({ token, cookie }: Person) => [
      token,
      ...valuesOf(cookie),
    ])

    const order = { orderId: product, orders: 100, phone: '555 planted', address: 'Planted Street 7' }
    const withProduct = {
      name: 'Planted hammer',
      image: '/planted.svg',
      description: 'Planted',
      price: 2,
      quantity: 500,
    }
    const [toPay, toDelete] = [await checkout.order(person, product), await checkout.order(person, product)]
    const secret = await checkout.begin(person, toPay)
    await checkout.provider.confirm(secret)
    await checkout.provider.delivered()
    const { json: users } = await call('GET', '/api/user', { token: admin.token })
    const idOf = (wanted: string) => users.find((user: { email: string }) => user.email === wanted)._id
    const asPerson = { token: person.token }
    const asAdmin = { token: admin.token }
    const headers = { origin, cookie: person.cookie }
    const auth = (target: string, body?: object) => () =>
      call(body ? 'POST' : 'GET', `/api/auth/${target}`, { headers, ...(body && { body }) })

    let newcomers = 0
    const works: Work[] = [
      // Each time somebody else: what fails after the account exists does not undo it.
      () =>
        auth('sign-up/email', {
          email: `planted.new${suffix}.${++newcomers}@example.com`,
          name: 'Planted New',
          password: PASSWORD,
        })(),
      auth('sign-in/email', { email, password: PASSWORD }),
      auth('token'),
      auth('account-state'),
      auth('send-verification-email', {}),
      auth('request-password-reset', { email }),
      () => call('GET', '/api/my-data', asPerson),
      auth('get-session'),
      auth('sign-in/social', { provider: 'google', callbackURL: '/planted' }),
      () => call('PUT', `/api/user/${email}`, { ...asPerson, body: { email } }),
      () => call('GET', `/api/admin/${email}`, asPerson),
      () =>
        call('PUT', `/api/profile/${email}`, {
          ...asPerson,
          body: {
            info: {
              education: 'Planted',
              location: 'Planted',
              number: '123456',
              linkdin: 'https://planted.example/',
            },
          },
        }),
      () => call('GET', `/api/profileInfo?email=${email}`, asPerson),
      () =>
        call('POST', '/api/bookings', {
          ...asPerson,
          body: order,
          headers: { 'idempotency-key': 'planted-key-1' },
        }),
      () => call('GET', `/api/myitem?email=${email}`, asPerson),
      () => call('GET', `/api/booking/${toDelete._id}`, asPerson),
      () =>
        call('POST', '/api/create-payment-intent', {
          ...asPerson,
          body: { price: toDelete.price, bookingId: toDelete._id },
        }),
      () => call('DELETE', `/api/bookings/${toDelete._id}`, asPerson),
      () => checkout.report(person, toPay, secret),
      () => call('GET', '/api/bookings?q=planted', asAdmin),
      () => call('GET', '/api/bookings', asAdmin),
      () =>
        call('PUT', `/api/bookings/${toPay._id}/shipment`, {
          ...asAdmin,
          body: { carrier: 'Planted', number: 'PLANTED1', sentOn: new Date().toISOString().slice(0, 10) },
        }),
      () =>
        call('POST', '/api/ratings', {
          ...asPerson,
          body: { description: 'Planted', image: '', rating: '♥♥♥♥♥' },
        }),
      () => call('GET', `/api/myReview?email=${email}`, asPerson),
      () => call('POST', '/api/feedback', { body: { name: 'Planted', email, feedback: 'Planted' } }),
      () => call('POST', '/api/subscriptions', { body: { email } }),
      () => call('GET', '/api/feedback', asAdmin),
      () => call('GET', '/api/subscriptions', asAdmin),
      () => call('GET', '/api/user?q=planted', asAdmin),
      () => call('GET', '/api/refunds', asAdmin),
      () => call('GET', '/api/overview?timeZone=Europe/Berlin', asAdmin),
      () => call('PUT', `/api/user/admin/${other.email}`, asAdmin),
      () => call('DELETE', `/api/users/${idOf(other.email)}`, asAdmin),
      () => call('POST', '/api/products', { ...asAdmin, body: withProduct }),
      () => call('PATCH', `/api/products/${product}`, { ...asAdmin, body: { name: 'Planted', version: 1 } }),
      () =>
        call('POST', `/api/products/${product}/stock`, { ...asAdmin, body: { add: 1, reason: 'Planted' } }),
      () => call('GET', `/api/products/${product}/changes`, asAdmin),
      () => call('GET', '/api/products?q=plnated', {}),
      () => call('GET', '/catalogue?q=planted'),
      () => call('DELETE', `/api/products/${product}`, asAdmin),
      () => call('GET', '/api/failed-jobs', asAdmin),
      () =>
        runDueJobs(shop.shop, new Date(Date.now() + 3_600_000))
          .catch(createErrorReport(shop.shop.log))
          .then(() => ({ status: 200 })),
    ]
    const failed: [Work, number][] = []
    for (const work of works) {
      const status = await breakEachStatement(work)
      // Whatever failed after the deletion itself: the repeated call finds nothing left to delete.
      if (status !== 200 && !(status === 404 && String(work).includes('DELETE'))) failed.push([work, status])
    }
    expect(failed.map(([work, status]) => `${status} ${work}`)).toEqual([])
    secrets.push(...(await followLinks(other)), ...(await useTwoSteps(other)))
    await breakEachStatement(() =>
      call('DELETE', '/api/account', { token: other.token, body: { password: PASSWORD } }),
    )
    // Broken in its middle, it has ended the session already.
    await breakEachStatement(
      auth('change-password', { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` }),
    )
    await breakEachStatement(auth('sign-out', {}))
    await call('GET', `/api/user/${email}/nothing`, asPerson)
    await call('GET', '/api/auth/callback/google?code=planted&state=planted', { headers })

    expect(breaking.broken.size, 'different statements').toBeGreaterThan(60)
    const lines = [...shop.log, ...printed]
    expect(lines.filter((line) => PLANTED.test(line))).toEqual([])
    for (const hidden of [...secrets, intentOf(secret) + secret.slice(secret.indexOf('_secret_'))])
      expect(lines.filter((line) => line.includes(hidden))).toEqual([])
  },
)

/** What a link leaves behind when it is followed, and what it must not: its token. */
async function followLinks({ email }: Person): Promise<string[]> {
  const tokens: string[] = []
  for (const kind of ['verify', 'reset'] as const) {
    const token = String(await shop.shop.identity.createLink(kind, email)).split('#token=')[1] as string
    const body = { token, ...(kind === 'reset' && { newPassword: PASSWORD }) }
    const path = kind === 'reset' ? 'reset-password' : 'verify-email'
    await breakEachStatement(() =>
      shop.call('POST', `/api/auth/${path}`, { body, headers: { origin: shop.origin } }),
    )
    tokens.push(token)
  }
  return tokens
}

/** Turns two-step sign-in on; the key, the codes and a code of the app. */
async function useTwoSteps({ email }: Person): Promise<string[]> {
  const { origin } = shop
  const signedIn = await shop.call('POST', '/api/auth/sign-in/email', {
    body: { email, password: PASSWORD },
    headers: { origin },
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((entry) => entry.split(';')[0])
    .join('; ')
  const post = (target: string, body: object) =>
    shop.call('POST', `/api/auth/two-factor/${target}`, { body, headers: { origin, cookie } })
  const seen: string[] = []
  let code = ''
  await breakEachStatement(async () => {
    const answer = await post('enable', { password: PASSWORD })
    if (answer.status === 200) {
      code = totp(answer.json.totpURI)
      seen.push(...answer.json.backupCodes, String(new URL(answer.json.totpURI).searchParams.get('secret')))
    }
    return answer
  })
  await breakEachStatement(() => post('verify-totp', { code }))
  await breakEachStatement(() => post('verify-backup-code', { code: seen.at(-2) }))
  return [...seen, `"${code}"`, ...valuesOf(cookie)]
}

function valuesOf(cookies: string): string[] {
  return cookies.split('; ').map((cookie) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)))
}
