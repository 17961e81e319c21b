import { type LoadRequest, startLoadGenerator, toRawRequest } from '#test/load/load-generator.ts'
import { ADMIN } from './start-shop.ts'

const BUYERS = 20
const CAPACITY_CONNECTIONS = 100
// So many that those who are told to come back never wait for a connection.
const PACE_CONNECTIONS = 2_000
const VARIETY = 2_000

const PRODUCT = {
  name: 'Sold in masses',
  image: '/x.svg',
  description: 'Steel',
  price: 1,
  quantity: 2_000_000_000,
}

/** Visitors, buyers and an admin, in the proportions of a shop: many look, some order, few manage. */
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

  function requestAt(turn: number): string {
    const get = (path: string, sent: LoadRequest['headers'] = {}) => toRawRequest({ path, headers: sent })
    const kind = turn % 20
    if (kind < 6) return get('/')
    if (kind < 9) return get(`/catalogue?page=${1 + (turn % 3)}`)
    if (kind < 12) return get('/api/products')
    if (kind < 16) return get(`/api/product/${_id}`)
    if (kind < 18) return get(`/api/products?q=hammer&page=1&max=${1 + (turn % 500)}`)
    const buyer = buyers[Math.floor(turn / 20) % BUYERS] ?? admin
    if (kind === 18) return toRawRequest({ path: '/api/bookings', headers: bearer(buyer) }, 'POST', order)
    return get(`/api/admin/${ADMIN.email}`, bearer(admin))
  }
  const requests = () => Array.from({ length: VARIETY }, (_, turn) => requestAt(turn))

  const loadGenerator = startLoadGenerator()
  let written = 0
  async function fire(load: { connections: number; seconds: number; pacePerSecond?: number }) {
    const fired = await loadGenerator.fire({ port, requests: requests(), ...load })
    written += fired.written
    return fired
  }

  return {
    /** Requests served per second when every client sends the next one as soon as it has a response. */
    capacity: async (seconds: number) =>
      (await fire({ connections: CAPACITY_CONNECTIONS, seconds })).perSecond,
    atPace: (pacePerSecond: number, seconds: number) =>
      fire({ connections: PACE_CONNECTIONS, seconds, pacePerSecond }),

    /** Orders that were acknowledged and are not there. */
    async lostOrders(): Promise<number> {
      const { unpaid } = await json('/api/overview', { headers: bearer(admin) })
      return Math.max(0, written - unpaid.orders)
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
