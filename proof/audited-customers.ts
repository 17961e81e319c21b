import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { assertLedgerBalances } from '#test/assert-ledger-balances.ts'
import { intentOf, reachCardProvider } from '#test/reach-card-provider.ts'
import type { Acknowledged, Answer, Insist } from './acknowledged.ts'
import { assertMailsSent, verifyEverybody } from './assert-mails-sent.ts'
import { type AcknowledgedQuote, buyByQuote, lostQuotes, payByBank, refundPart } from './buy-by-quote.ts'
import { ADMIN } from './start-shop.ts'
import { untilRefundsMade } from './until-refunds-made.ts'

type Place = { origin: string; dataDir: string; databaseUrl: string; cardOrigin?: string }

const UNITS = 1_000_000_000
const PRODUCTS = 4
const PATIENCE_MS = 60_000

/** Customers who order, ask for quotes, pay and change their minds, and remember every yes they were given. */
export async function startAuditedCustomers(shop: Place, { customers = 6, thinkMs = 20, pays = true } = {}) {
  const acknowledged: Acknowledged[] = []
  const quotes: AcknowledgedQuote[] = []
  const answers: Record<string, number> = {}
  const outcomes = { calls: 0, slowestMs: 0, lost: 0 }
  /** When each change was acknowledged. */
  const writtenAt: number[] = []
  let open = true
  const count = (status: number | string) => {
    answers[status] = (answers[status] ?? 0) + 1
  }

  async function call(
    method: string,
    target: string,
    sent: { token?: string; body?: object; key?: string } = {},
  ): Promise<Answer> {
    const started = performance.now()
    outcomes.calls++
    try {
      const response = await fetch(shop.origin + target, {
        method,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          ...(sent.body && { 'content-type': 'application/json' }),
          ...(sent.token && { authorization: `Bearer ${sent.token}` }),
          ...(sent.key && { 'idempotency-key': sent.key }),
        },
        ...(sent.body && { body: JSON.stringify(sent.body) }),
      })
      const json = await response.json().catch(() => null)
      count(response.status)
      if (response.ok && method !== 'GET') writtenAt.push(performance.now())
      outcomes.slowestMs = Math.max(outcomes.slowestMs, performance.now() - started)
      return { status: response.status, json }
    } catch {
      count('no answer')
      return { status: 0, json: null }
    }
  }

  async function signIn(email: string, password: string, name?: string) {
    const target = name ? 'sign-up' : 'sign-in'
    const response = await fetch(`${shop.origin}/api/auth/${target}/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.origin },
      body: JSON.stringify({ email, password, name }),
    })
    expect(response.status, 'signing in').toBe(200)
    const cookie = response.headers
      .getSetCookie()
      .map((entry) => entry.split(';')[0])
      .join('; ')
    const newToken = async (): Promise<string | null> =>
      fetch(`${shop.origin}/api/auth/token`, { headers: { cookie } }).then(
        async (answer) => (answer.ok ? (await answer.json()).token : null),
        () => null,
      )
    const token = await vi.waitUntil(newToken, { timeout: PATIENCE_MS, interval: 100 })
    return { token, newToken }
  }

  const admin = await signIn(ADMIN.email, ADMIN.password)
  for (let number = 0; number < PRODUCTS; number++)
    await call('POST', '/api/products', {
      token: admin.token,
      body: {
        name: `Sold under load ${number}`,
        image: '/x.svg',
        description: 'Steel',
        price: 1.25,
        quantity: UNITS,
      },
    })
  // Another instance may know of them a second later.
  const products = await vi.waitUntil(
    async () => {
      const { json } = await call('GET', '/api/products')
      const ours = (json as { _id: string; name: string }[]).filter(({ name }) =>
        name.startsWith('Sold under load'),
      )
      return ours.length >= PRODUCTS && ours.map(({ _id }) => _id)
    },
    { timeout: PATIENCE_MS, interval: 200 },
  )
  const firstStock = new Map(products.map((id) => [id, UNITS]))

  type Signed = Awaited<ReturnType<typeof signIn>>
  const people: Signed[] = []
  for (let number = 0; number < customers; number++)
    people.push(await signIn(`customer-${randomUUID()}@example.com`, 'secret', `Customer ${number}`))
  // The first call of each makes them known to the shop.
  await Promise.all(people.map(({ token }) => call('GET', '/api/profileInfo?email=', { token })))
  await verifyEverybody(shop.databaseUrl)

  const insistAs =
    (person: Signed): Insist =>
    async (method, target, body, key) => {
      for (;;) {
        const answer = await call(method, target, {
          token: person.token,
          ...(body && { body }),
          ...(key && { key }),
        })
        if (answer.status === 401) person.token = (await person.newToken()) ?? person.token
        else if (answer.status !== 0 && answer.status < 500) return answer
        if (!open && answer.status === 0) return answer
        await delay(50)
      }
    }

  async function serve(person: Signed) {
    const [insist, insistAsAdmin] = [insistAs(person), insistAs(admin)]
    for (let turn = 0; open; turn++) {
      const [orderId, orders] = [products[turn % products.length] as string, 100 + (turn % 7)]
      if (turn % 5 === 2) {
        const bought = await buyByQuote(
          { customer: insist, admin: insistAsAdmin },
          { productId: orderId, orders, hold: turn % 2 === 0 },
          { quote: (known) => quotes.push(known), order: (known) => acknowledged.push(known) },
        )
        if (bought) await payByBank(insistAsAdmin, bought)
        if (bought?.paidBy) await refundPart(insistAsAdmin, bought)
        await delay(thinkMs)
        continue
      }
      const body = { orderId, orders, phone: '1', address: 'Quay 1' }
      const placed = await insist('POST', '/api/bookings', body, randomUUID())
      if (placed.status !== 200) continue
      const known: Acknowledged = { order: placed.json }
      acknowledged.push(known)
      const { _id, price } = known.order
      if (turn % 5 === 4 || (!pays && turn % 2)) {
        const gone = await insist('DELETE', `/api/bookings/${_id}`)
        if (gone.status === 200 || gone.status === 404) known.deleted = true
      } else if (pays) {
        const begun = await insist('POST', '/api/create-payment-intent', { price, bookingId: _id })
        const secret = begun.json?.clientSecret
        if (secret && (await pay(secret))) {
          const told = await insist('PATCH', `/api/booking/${_id}`, {
            payment: _id,
            transictionId: intentOf(secret),
          })
          if (told.json?.paid) {
            known.paidBy = intentOf(secret)
            known.invoice = told.json.invoice
            if (turn % 5 === 3) await refundPart(insistAsAdmin, known)
          }
        }
      }
      await delay(thinkMs)
    }
  }

  const provider = () => reachCardProvider(shop)
  async function pay(secret: string) {
    for (let tries = 0; open && tries < 100; tries++) {
      const paid = await provider()
        .confirm(secret)
        .catch(() => null)
      // Refused the second time because the first one went through: the shop finds out.
      if (paid && paid.status < 500) return true
      await delay(50)
    }
    return false
  }

  let working: Promise<unknown> = Promise.all(people.map(serve))

  return {
    acknowledged,
    quotes,
    answers,
    outcomes,
    writtenAt,
    firstStock,
    call,
    adminToken: admin.token,

    /** Closes the doors and waits for the last customer. */
    async close() {
      open = false
      await working
      working = Promise.resolve()
    },

    /** How many acknowledged things the shop no longer knows; throws when money, orders and stock disagree. */
    async audit({ mails = true } = {}): Promise<number> {
      if (pays)
        await vi.waitUntil(async () => (await provider().turn()).undeliveredWebhooks === 0, {
          timeout: 60_000,
          interval: 100,
        })
      const { token } = await signIn(ADMIN.email, ADMIN.password)
      const { json } = await call('GET', '/api/bookings', { token })
      const stored = new Map((json as Booking[]).map((booking) => [booking._id, booking]))
      const { json: storedQuotes } = await call('GET', '/api/quotes', { token })
      const lost = [
        ...acknowledged.filter((known) => isLost(known, stored.get(known.order._id))),
        ...lostQuotes(quotes, storedQuotes as Quote[]),
      ]
      outcomes.lost = lost.length
      await untilRefundsMade(shop.databaseUrl)
      await assertLedgerBalances({ ...shop, origin: shop.cardOrigin ?? shop.origin }, firstStock)
      expect(lost, 'what was acknowledged and is not there').toEqual([])
      if (mails) await assertMailsSent(shop.databaseUrl)
      return lost.length
    },
  }
}

function isLost({ order, paidBy, invoice, refunded, deleted }: Acknowledged, now: Booking | undefined) {
  if (deleted) return now !== undefined
  if (now?.number !== order.number || now.orders !== order.orders || now.price !== order.price) return true
  if (paidBy && (now.transictionId !== paidBy || !now.invoice)) return true
  return (invoice !== undefined && now.invoice !== invoice) || (refunded === true && !now.refunds?.length)
}
