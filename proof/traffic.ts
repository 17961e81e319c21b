import { Agent, request } from 'node:http'
import { setInterval } from 'node:timers/promises'
import { ADMIN } from './running-shop.ts'

type Asked = { method: string; path: string; token?: string; body?: object }
export type Seen = {
  statuses: Record<string, number>
  tookMs: number[]
  withoutRetryAfter: number
  seconds: number
}

const TURN_MS = 20
const BUYERS = 20
const PATIENCE_MS = 30_000

/** Visitors, buyers and an admin, in the proportions of a shop: many look, some order, few manage. */
export async function openTraffic(origin: string) {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 3_000 })
  const json = (target: string, init: RequestInit = {}) =>
    fetch(origin + target, init).then((answer) => answer.json())
  const headers = { 'content-type': 'application/json', origin }
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
  const product = {
    name: 'Sold in masses',
    image: '/x.svg',
    description: 'Steel',
    price: 1,
    quantity: 2_000_000_000,
  }
  await json('/api/products', {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    body: JSON.stringify(product),
  })
  const [{ _id }] = await json('/api/products')

  const mix = (turn: number): Asked => {
    const kind = turn % 20
    if (kind < 6) return { method: 'GET', path: '/' }
    if (kind < 9) return { method: 'GET', path: `/catalogue?page=${1 + (turn % 3)}` }
    if (kind < 12) return { method: 'GET', path: '/api/products' }
    if (kind < 16) return { method: 'GET', path: `/api/product/${_id}` }
    if (kind < 18) return { method: 'GET', path: `/api/products?q=hammer&page=1&max=${1 + (turn % 500)}` }
    if (kind === 18)
      return {
        method: 'POST',
        path: '/api/bookings',
        token: buyers[Math.floor(turn / 20) % BUYERS]?.token ?? '',
        body: { orderId: _id, orders: 100, phone: '1', address: 'Quay 1' },
      }
    return { method: 'GET', path: `/api/admin/${ADMIN.email}`, token: admin.token }
  }

  function ask({ method, path, token: bearer, body }: Asked, seen: Seen): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const since = performance.now()
    const text = body && JSON.stringify(body)
    const count = (status: string) => {
      seen.statuses[status] = (seen.statuses[status] ?? 0) + 1
      resolve()
    }
    const sent = {
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    }
    const onward = request(
      { hostname, port, path, method, headers: sent, agent, timeout: PATIENCE_MS },
      (answer) => {
        answer.resume().once('end', () => {
          if (answer.statusCode === 200) seen.tookMs.push(performance.now() - since)
          if (answer.statusCode === 503 && !answer.headers['retry-after']) seen.withoutRetryAfter++
          count(String(answer.statusCode))
        })
      },
    )
    onward.once('timeout', () => onward.destroy(new Error('no answer in time')))
    onward.once('error', (error: NodeJS.ErrnoException) => count(error.code ?? error.message))
    onward.end(text)
    return promise
  }

  const nothing = (): Seen => ({ statuses: {}, tookMs: [], withoutRetryAfter: 0, seconds: 0 })

  return {
    /** What is answered in a second when so many ask one after the other. */
    async capacity(seconds: number, askers = 100) {
      const seen = nothing()
      const until = performance.now() + seconds * 1_000
      let turn = 0
      await Promise.all(
        Array.from({ length: askers }, async () => {
          while (performance.now() < until) await ask(mix(turn++), seen)
        }),
      )
      return (seen.statuses['200'] ?? 0) / seconds
    },

    /** So many a second, whether or not those before were answered. */
    async atPace(perSecond: number, seconds: number): Promise<Seen> {
      const seen = nothing()
      const began = performance.now()
      const asked: Promise<void>[] = []
      for await (const _ of setInterval(TURN_MS)) {
        const elapsed = performance.now() - began
        const due = Math.min(elapsed, seconds * 1_000) * (perSecond / 1_000)
        while (asked.length < due) asked.push(ask(mix(asked.length), seen))
        if (elapsed >= seconds * 1_000) break
      }
      await Promise.all(asked)
      // Until the last answer: what is late is not served any faster by having been asked in time.
      seen.seconds = (performance.now() - began) / 1_000
      return seen
    },

    /** Tokens live for fifteen minutes. */
    async renewTokens() {
      for (const person of [admin, ...buyers]) person.token = await tokenOf(person.cookie)
    },
    close: () => agent.destroy(),
  }
}
