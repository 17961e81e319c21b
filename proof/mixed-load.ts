import type { Booking } from '#contract/sales/bookings.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { type LoadRequest, startLoadGenerator, toRawRequest } from '#test/load/load-generator.ts'
import { ADMIN } from './start-shop.ts'

const BUYERS = 20
const CAPACITY_CONNECTIONS = 100
// So many that those who are told to come back never wait for a connection.
const PACE_CONNECTIONS = 2_000
const VARIETY = 2_000
/** One request in so many is a quote, as many are payments by bank, and as many refunds. */
const RARE = 400
/** A repeated one of these takes effect once, so each round has new ones. */
const PER_ROUND = VARIETY / RARE

const PRODUCT = {
  name: 'Sold in masses',
  image: '/x.svg',
  description: 'Steel',
  price: 1,
  quantity: 2_000_000_000,
}

/** What the admin is to do in one round: the orders to record as paid, those to refund, and how the quotes are recognized. */
type Round = { toPay: string[]; toRefund: string[]; quoteKey(place: number): string }

/** Visitors, buyers and an admin, in the proportions of a shop: many look, some order, few ask for a quote or manage. */
export async function startMixedLoad(origin: string) {
  const port = Number(new URL(origin).port)
  const json = (target: string, init: RequestInit = {}) =>
    fetch(origin + target, init).then((answer) => answer.json())
  const headers = { 'content-type': 'application/json', origin }
  const bearer = ({ token }: { token: string }) => ({ ...headers, authorization: `Bearer ${token}` })
  /** Cookie and token of somebody, who is signed up if a name is given. */
  async function enter(person: { email: string; password: string; name?: string }) {
    const target = `${origin}/api/auth/${person.name ? 'sign-up' : 'sign-in'}/email`
    const entered = await fetch(target, { method: 'POST', headers, body: JSON.stringify(person) })
    const cookie = entered.headers
      .getSetCookie()
      .map((entry) => entry.split(';')[0])
      .join('; ')
    return { cookie, token: await tokenOf(cookie) }
  }
  const tokenOf = async (cookie: string): Promise<string> =>
    (await json('/api/auth/token', { headers: { cookie } })).token
  const admin = await enter(ADMIN)
  const buyers: { cookie: string; token: string }[] = []
  for (let number = 0; number < BUYERS; number++)
    buyers.push(
      await enter({ email: `buyer${number}@example.com`, password: 'secret', name: `Buyer ${number}` }),
    )
  await json('/api/products', { method: 'POST', headers: bearer(admin), body: JSON.stringify(PRODUCT) })
  const [{ _id }] = await json('/api/products')
  const order = JSON.stringify({ orderId: _id, orders: 100, phone: '1', address: 'Quay 1' })

  const buyerAt = (place: number) => buyers[place % BUYERS] ?? admin
  const post = async (person: { token: string }, target: string, body: string) => {
    const answer = await fetch(origin + target, { method: 'POST', headers: bearer(person), body })
    if (!answer.ok) throw new Error(`POST ${target} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  const transfer = JSON.stringify({
    reference: 'Transfer',
    receivedOn: new Date().toISOString().slice(0, 10),
  })
  const refund = JSON.stringify({ amount: 1, reason: 'Damaged', restock: 1 })
  let rounds = 0
  let placed = 0
  let lost = 0

  async function prepareRound(): Promise<Round> {
    const round = ++rounds
    const ids: string[] = []
    for (let place = 0; place < 2 * PER_ROUND; place++)
      ids.push((await post(buyerAt(place), '/api/bookings', order))._id)
    placed += ids.length
    const toRefund = ids.splice(PER_ROUND)
    for (const id of toRefund) await post(admin, `/api/booking/${id}/bank-payment`, transfer)
    return { toPay: ids, toRefund, quoteKey: (place) => `round ${round}, quote ${place}` }
  }

  function requestAt(turn: number, { toPay, toRefund, quoteKey }: Round): string {
    const get = (path: string, sent: LoadRequest['headers'] = {}) => toRawRequest({ path, headers: sent })
    const send = (path: string, sent: LoadRequest['headers'], body: string) =>
      toRawRequest({ path, headers: sent }, 'POST', body)
    const { kind, task, place } = partOf(turn)
    if (kind < 6) return get('/')
    if (kind < 9) return get(`/catalogue?page=${1 + (turn % 3)}`)
    if (kind < 12) return get('/api/products')
    if (kind < 16) return get(`/api/product/${_id}`)
    if (kind < 18) return get(`/api/products?q=hammer&page=1&max=${1 + (turn % 500)}`)
    if (kind === 18) return send('/api/bookings', bearer(buyerAt(Math.floor(turn / 20))), order)
    if (task === 'quote') {
      const key = quoteKey(place)
      const body = JSON.stringify({ productId: _id, orders: 500, message: key })
      return send('/api/quotes', { ...bearer(buyerAt(place)), 'idempotency-key': key }, body)
    }
    if (task === 'payment') return send(`/api/booking/${toPay[place]}/bank-payment`, bearer(admin), transfer)
    if (task === 'refund')
      return send(
        `/api/booking/${toRefund[place]}/refunds`,
        { ...bearer(admin), 'idempotency-key': 'r' },
        refund,
      )
    return get(`/api/admin/${ADMIN.email}`, bearer(admin))
  }

  /** What of this round was acknowledged and is not there. Its quotes are withdrawn: a customer has few open ones. */
  async function lostOf({ toPay, toRefund, quoteKey }: Round, served: number[]): Promise<number> {
    const quotes: Quote[] = await json('/api/quotes?state=asked&page=1&limit=200', { headers: bearer(admin) })
    const isThere = {
      quote: async (place: number) => quotes.some(({ message }) => message === quoteKey(place)),
      payment: async (place: number) => Boolean((await bookingOf(toPay[place])).invoice),
      refund: async (place: number) => Boolean((await bookingOf(toRefund[place])).refunds?.[0]?.creditNote),
      look: async () => true,
    }
    let missing = 0
    for (const [turn, times] of served.entries()) {
      const { kind, task, place } = partOf(turn)
      if (kind === 18) placed += times
      if (kind === 19 && times > 0 && !(await isThere[task](place))) missing++
    }
    for (const quote of quotes)
      await json(`/api/quotes/${quote._id}`, { method: 'DELETE', headers: bearer(admin) })
    return missing
  }
  const bookingOf = (id: string | undefined): Promise<Booking> =>
    json(`/api/booking/${id}`, { headers: bearer(admin) })

  const loadGenerator = startLoadGenerator()
  async function fire(load: { connections: number; seconds: number; pacePerSecond?: number }) {
    const round = await prepareRound()
    const requests = Array.from({ length: VARIETY }, (_, turn) => requestAt(turn, round))
    const fired = await loadGenerator.fire({ port, requests, ...load })
    lost += await lostOf(round, fired.served)
    return fired
  }

  return {
    /** Requests served per second when every client sends the next one as soon as it has a response. */
    capacity: async (seconds: number) =>
      (await fire({ connections: CAPACITY_CONNECTIONS, seconds })).perSecond,
    atPace: (pacePerSecond: number, seconds: number) =>
      fire({ connections: PACE_CONNECTIONS, seconds, pacePerSecond }),

    /** Orders, quotes, payments and refunds that were acknowledged and are not there. */
    async lost(): Promise<number> {
      const { unpaid, toShip } = await json('/api/overview', { headers: bearer(admin) })
      return lost + Math.max(0, placed - unpaid.orders - toShip)
    },
    /** Tokens live for fifteen minutes. */
    async renewTokens() {
      for (const person of [admin, ...buyers]) person.token = await tokenOf(person.cookie)
    },
    close() {
      loadGenerator.stop()
    },
  }
}

/** What a request of the mix is: of the last kind, which task of the round, and the how-manieth of it. */
function partOf(turn: number) {
  const tasks = ['quote', 'payment', 'refund'] as const
  const task = tasks[Math.floor((turn % RARE) / 20)] ?? ('look' as const)
  return { kind: turn % 20, task, place: Math.floor(turn / RARE) }
}
