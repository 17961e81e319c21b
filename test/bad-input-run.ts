import { Agent, request } from 'node:http'
import fc from 'fast-check'
import { expect } from 'vitest'
import { z } from 'zod'
import { refusal } from '#contract/calls/responses.ts'
import type { Endpoint } from '#contract/endpoints.ts'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { type BadInput, badInputs, type RightValue } from './bad-requests.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { watchRowChanges } from './row-changes.ts'
import type { Person, TestShop } from './shop.ts'

type Answered = { status: number; type: string; text: string; location: string | undefined }
export type BadInputRun = Awaited<ReturnType<typeof openBadInputRun>>

const SPARE = 25
// Fewer than a customer may have open.
const OFFERS = 10
// A product's words are kept in a table of their own, one row each.
const MAX_ROWS_OF_ONE_CALL = 12
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
const INNARDS = /node_modules|\.ts:|\bat \w+ \(|FST_|Fastify|zod|relation "|syntax error|violates|pg_/i

const ours = refusal.strict()
const identityRefusal = z.strictObject({ code: z.string(), message: z.string() })
const besides = (method: Endpoint['method'], path: Endpoint['path'], fields: string[]): Endpoint => ({
  method,
  path,
  access: 'anyone',
  summary: '',
  ...{
    [method === 'GET' ? 'query' : 'body']: z.object(
      Object.fromEntries(fields.map((name) => [name, z.unknown()])),
    ),
  },
  response: z.unknown(),
})

/** The calls that the contract does not list: those of the identity service, and the card provider's. */
export const othersCalls: Record<string, Endpoint> = {
  signUp: besides('POST', '/auth/sign-up/email', ['email', 'name', 'password', 'callbackURL', 'image']),
  signIn: besides('POST', '/auth/sign-in/email', ['email', 'password', 'callbackURL', 'rememberMe']),
  changePassword: besides('POST', '/auth/change-password', ['currentPassword', 'newPassword']),
  sendVerificationEmail: besides('POST', '/auth/send-verification-email', ['email']),
  verifyEmail: besides('POST', '/auth/verify-email', ['token']),
  requestPasswordReset: besides('POST', '/auth/request-password-reset', ['email', 'redirectTo']),
  resetPassword: besides('POST', '/auth/reset-password', ['token', 'newPassword']),
  enableTwoStep: besides('POST', '/auth/two-factor/enable', ['password', 'method']),
  disableTwoStep: besides('POST', '/auth/two-factor/disable', ['password']),
  makeRecoveryCodes: besides('POST', '/auth/two-factor/generate-backup-codes', ['password']),
  verifyCode: besides('POST', '/auth/two-factor/verify-totp', ['code', 'trustDevice']),
  verifyRecoveryCode: besides('POST', '/auth/two-factor/verify-backup-code', ['code', 'disableSession']),
  getAccountState: besides('GET', '/auth/account-state', ['email']),
  signInWithGoogle: besides('POST', '/auth/sign-in/social', ['provider', 'callbackURL', 'errorCallbackURL']),
  returnFromGoogle: besides('GET', '/auth/callback/google', ['code', 'state', 'error']),
  signOut: besides('POST', '/auth/sign-out', []),
  getToken: besides('GET', '/auth/token', ['token']),
  getSession: besides('GET', '/auth/get-session', ['token']),
  cardProvider: besides('POST', '/stripe/webhook', ['id', 'type', 'data']),
}

const isOthers = (endpoint: Endpoint) => Object.values(othersCalls).includes(endpoint)

/** A shop with somebody and something of every kind in it, at which bad input is thrown. */
export async function openBadInputRun(shop: TestShop) {
  const checkout = openCheckoutClient(shop)
  const admin = await shop.signUpAdmin()
  const customer = await shop.signUp()
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const products: string[] = []
  const bookings: string[] = []
  const users: string[] = []
  const quotes: string[] = []
  let turn = 0
  let allowed = 0

  async function stockUp() {
    for (const { _id } of await ownBookings()) await checkout.remove(admin, { _id } as never)
    products.splice(0)
    bookings.splice(0)
    users.splice(0)
    for (let spare = 0; spare < SPARE; spare++)
      products.push(await checkout.addProduct(1_000_000, { priceCents: 100 }))
    for (let spare = 0; spare < SPARE; spare++)
      bookings.push((await checkout.order(admin, products[spare] as string))._id)
    const { rows } = await shop.shop.db.$client.query<{ id: string }>(
      `insert into users (id, subject, email, name)
       select gen_random_uuid(), gen_random_uuid()::text, gen_random_uuid() || '@example.com', 'Spare' from generate_series(1, ${SPARE})
       returning id`,
    )
    users.push(...rows.map(({ id }) => id))
    for (const id of quotes.splice(0)) await shop.call('DELETE', `/api/quotes/${id}`, { token: admin.token })
    quotes.push(...(await addOffers(shop, admin, products.slice(0, OFFERS))))
  }

  const ownBookings = async (): Promise<{ _id: string }[]> =>
    (await shop.call('GET', `/api/myitem?email=${admin.email}`, { token: admin.token })).json.filter(
      ({ paid }: { paid: boolean }) => !paid,
    )

  const next = (ids: string[]) => ids[turn++ % ids.length] as string
  const rightValue: RightValue = (field, { path }) => {
    if (field === 'id')
      return next(
        /^\/booking/.test(path)
          ? bookings
          : /^\/user/.test(path)
            ? users
            : /^\/quotes/.test(path)
              ? quotes
              : products,
      )
    const known: Record<string, () => unknown> = {
      email: () => (/^\/(user\/admin|auth)/.test(path) ? customer.email : admin.email),
      orderId: () => next(products),
      productId: () => next(products),
      steps: () => [{ orders: 100, price: 100 }],
      validUntil: () => TOMORROW,
      wantedBy: () => TOMORROW,
      bookingId: () => bookings[0],
      payment: () => bookings[0],
      transictionId: () => 'pi_made_up',
      orders: () => 100,
      price: () => 100,
      image: () => '/x.svg',
      rating: () => HEARTS[0],
      q: () => 'hammer',
      sentOn: () => '2026-11-15',
      // Nobody is to be gone afterwards.
      password: () => (path === '/account' ? 'not theirs' : 'secret'),
      currentPassword: () => 'secret',
      newPassword: () => 'secret',
      provider: () => 'google',
      callbackURL: () => '/dashboard',
    }
    return known[field]?.()
  }

  await stockUp()
  const changesSince = await watchRowChanges(shop.shop.db.$client)

  async function tryOne(endpoint: Endpoint, input: BadInput) {
    const answered = await send(shop.origin, agent, input, { admin, customer })
    const made = await changesSince()
    const what = `${input.method} ${input.target} ${input.body?.subarray(0, 500)} → ${answered.status} ${answered.text.slice(0, 500)}`
    expect(answered.status, what).toBeLessThan(500)
    if (answered.status === 302) {
      expect(answered.location, what).toMatch(/^\/(?![/\\])/)
      return
    }
    const isFile = endpoint.file && answered.status === 200
    expect(answered.type, what).toMatch(
      isFile ? /^(application\/pdf|text\/csv; charset=utf-8)$/ : /^application\/json/,
    )
    if (answered.status >= 400) {
      const shape = endpoint.path.startsWith('/auth/') ? z.union([identityRefusal, ours]) : ours
      expect(shape.safeParse(JSON.parse(answered.text)).error, what).toBeUndefined()
      expect(answered.text, what).not.toMatch(INNARDS)
      expect(made, what).toEqual([])
      return
    }
    allowed++
    if (isFile) expect(answered.text, what).toMatch(/^(%PDF-|\ufeff(_id|number),)/)
    else expect(endpoint.response.safeParse(JSON.parse(answered.text)).error, what).toBeUndefined()
    if (input.method === 'GET') expect(made, what).toEqual([])
    expect(made.length, what).toBeLessThanOrEqual(MAX_ROWS_OF_ONE_CALL)
    if (endpoint.body && !isOthers(endpoint)) {
      // An empty body counts as none.
      const sent = input.body?.length ? JSON.parse(input.body.toString()) : undefined
      expect(endpoint.body.safeParse(sent).error, what).toBeUndefined()
    }
  }

  return {
    /** Throws so many inputs at one endpoint; the first that is not answered as it must be is reported with its seed. */
    async throwAt(endpoint: Endpoint, numRuns: number, seed: number) {
      await changesSince()
      const { failed, errorInstance } = await fc.check(
        fc.asyncProperty(badInputs(endpoint, rightValue), (input) => tryOne(endpoint, input)),
        { numRuns, seed, endOnFailure: true },
      )
      if (failed) throw errorInstance
      if (endpoint.method === 'DELETE') await stockUp()
    },
    allowed: () => allowed,
    assertLedgerBalances: checkout.assertLedgerBalances,
    /** Nobody has gained a role. */
    async admins(): Promise<string[]> {
      const { rows } = await shop.shop.db.$client.query<{ email: string }>(
        `select email from users where role = 'admin' and deleted_at is null order by email`,
      )
      return rows.map(({ email }) => email)
    },
    close: () => agent.destroy(),
  }
}

/** One of each product, without a hold. */
async function addOffers(shop: TestShop, { email, name }: Person, products: string[]): Promise<string[]> {
  const { rows } = await shop.shop.db.$client.query<{ id: string }>(
    `insert into quotes (id, number, product_id, user_id, product, email, name, orders, state, steps, valid_until, expires_at)
     select gen_random_uuid(), gen_random_uuid()::text, product, users.id, 'Product', $1, $2, 100, 'offered',
       '[{ "orders": 100, "cents": 10000 }]', $3, now() + interval '1 day'
     from unnest($4::uuid[]) as product, users where users.email = $1
     returning id`,
    [email, name, TOMORROW, products],
  )
  return rows.map(({ id }) => id)
}

function send(
  origin: string,
  agent: Agent,
  { method, target, headers, body, as }: BadInput,
  people: Record<'admin' | 'customer', Person>,
): Promise<Answered> {
  const { hostname, port } = new URL(origin)
  const { promise, resolve, reject } = Promise.withResolvers<Answered>()
  const all = {
    ...headers,
    ...(as !== 'nobody' && { authorization: `Bearer ${people[as].token}` }),
    ...(body && { 'content-length': String(body.length) }),
  }
  const onward = request({ hostname, port, path: target, method, headers: all, agent }, async (answer) => {
    const bytes = Buffer.concat(await answer.toArray())
    const { 'content-type': type = '', location } = answer.headers
    resolve({ status: answer.statusCode ?? 0, type, text: bytes.toString(), location })
  })
  onward.once('error', reject)
  onward.end(body ?? undefined)
  return promise
}
