import { type Tools, toWire } from './answers.ts'
import type { Customer } from './customers.ts'
import { figure, median, ms, perSecond, type Row } from './table.ts'

const STARTS = 3
const MIXED = { connections: 64, seconds: 10, rounds: 3 }
const LONGEST_DELAY_MS = 50
const FLAT = 1.1

const megabytes = (size: number) => `${Math.round(size)} MB`

export async function measureStarts({ shop }: Tools): Promise<Row[]> {
  const warm: number[] = []
  for (let start = 0; start < STARTS; start++) warm.push(await shop.restart())
  return [
    figure('Start with an empty data folder', ms(shop.startedInMs)),
    figure('Start again', ms(median(warm))),
    figure('Memory, idle', megabytes((await shop.insides()).memoryMb)),
  ]
}

export async function measureSignIn({ shop, gun }: Tools, customers: Customer[]): Promise<Row[]> {
  const headers = { origin: shop.origin, 'content-type': 'application/json' }
  const requests = customers.map(({ email, password }) =>
    toWire({ path: '/api/auth/sign-in/email', headers }, 'POST', JSON.stringify({ email, password })),
  )
  const alone = await gun.fire({ port: shop.port, requests, connections: 1, seconds: 2 })
  const many = await gun.fire({ port: shop.port, requests, connections: 16, seconds: 3 })
  const refused = alone.refused + many.refused
  return [
    figure('Sign-in, one at a time', ms(alone.p50Ms)),
    figure('Sign-in, 16 clients', perSecond(many.perSecond), 'none refused', refused === 0),
  ]
}

/** Visitors, buyers and people looking at their orders, all at once, on a shop that has been busy for a while already. */
export async function measureMixedLoad({ shop, gun }: Tools, customers: Customer[]): Promise<Row[]> {
  const answer = await fetch(`${shop.origin}/api/products`)
  const products = (await answer.json()) as { _id: string }[]
  const visits = ['/', '/catalogue', '/blog', '/api/products', '/catalogue?q=drill', '/api/products?q=steel']
  const requests = customers.flatMap(({ email, token }, place) => {
    const headers = { authorization: `Bearer ${token}` }
    const product = products[place % products.length]?._id
    const order = { orderId: product, orders: 100, phone: '555 0100', address: '1 Example Street' }
    return [
      ...visits.map((path) => toWire({ path, headers: { 'accept-encoding': 'br' } })),
      toWire({ path: `/api/product/${product}` }),
      toWire({ path: `/api/products?q=${email.slice(0, 8)}+hammer+${place}` }),
      toWire({ path: `/api/myitem?email=${email}`, headers }),
      toWire(
        { path: '/api/bookings', headers: { ...headers, 'content-type': 'application/json' } },
        'POST',
        JSON.stringify(order),
      ),
    ]
  })
  await shop.insides()
  const rounds = []
  for (let round = 0; round < MIXED.rounds; round++) {
    const fired = await gun.fire({ port: shop.port, requests, ...MIXED })
    rounds.push({ ...fired, ...(await shop.insides()) })
  }
  const worst = Math.max(...rounds.map(({ loopDelayP99Ms }) => loopDelayP99Ms))
  const [first = 0, ...later] = rounds.map(({ memoryMb }) => memoryMb)
  const last = later.at(-1) ?? first
  const failed = rounds.reduce((sum, { refused, broken }) => sum + refused + broken, 0)
  const memory = rounds.map(({ memoryMb }) => megabytes(memoryMb)).join(', ')
  return [
    figure(
      `Mixed load, ${MIXED.connections} connections`,
      perSecond(median(rounds.map((round) => round.perSecond))),
      'none refused',
      failed === 0,
    ),
    figure('Event-loop delay, p99', ms(worst), `< ${LONGEST_DELAY_MS} ms`, worst < LONGEST_DELAY_MS),
    figure(`Memory under load, every ${MIXED.seconds} s`, memory, 'flat', last < first * FLAT),
  ]
}
