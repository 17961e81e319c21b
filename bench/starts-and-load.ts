import { toRawRequest } from '#test/load/load-generator.ts'
import type { BenchContext } from './responses.ts'
import type { Customer } from './sign-up-customers.ts'
import { figure, median, ms, perSecond, type Row } from './table.ts'

const STARTS = 3
const MIXED = { connections: 64, seconds: 10, rounds: 3 }
const MAX_DELAY_MS = 50
const FLAT = 1.1

const VISITS = ['/', '/catalogue', '/blog', '/api/products', '/catalogue?q=drill', '/api/products?q=steel']

const megabytes = (size: number) => `${Math.round(size)} MB`

export async function measureStarts({ shop }: BenchContext): Promise<Row[]> {
  const warm: number[] = []
  for (let start = 0; start < STARTS; start++) warm.push(await shop.restart())
  return [
    figure('Start with an empty data folder', ms(shop.startedInMs)),
    figure('Start again', ms(median(warm))),
    figure('Memory, idle', megabytes((await shop.metrics()).memoryMb)),
  ]
}

export async function measureSignIn(
  { shop, loadGenerator }: BenchContext,
  customers: Customer[],
): Promise<Row[]> {
  const { origin, host } = new URL(shop.origin)
  const headers = { host, origin, 'content-type': 'application/json' }
  const requests = customers.map(({ email, password }) =>
    toRawRequest({ path: '/api/auth/sign-in/email', headers }, 'POST', JSON.stringify({ email, password })),
  )
  const alone = await loadGenerator.fire({ port: shop.port, requests, connections: 1, seconds: 2 })
  const many = await loadGenerator.fire({ port: shop.port, requests, connections: 16, seconds: 3 })
  const refused = alone.refused + many.refused
  return [
    figure('Sign-in, one at a time', ms(alone.p50Ms)),
    figure('Sign-in, 16 clients', perSecond(many.perSecond), 'none refused', refused === 0),
  ]
}

/** Visitors, buyers and people looking at their orders, all at once, on a shop that has been busy for a while already. */
export async function measureMixedLoad(
  { shop, loadGenerator }: BenchContext,
  customers: Customer[],
): Promise<Row[]> {
  const answer = await fetch(`${shop.origin}/api/products`)
  const products = (await answer.json()) as { _id: string }[]
  const requests = customers.flatMap(({ email, token }, place) => {
    const headers = { authorization: `Bearer ${token}` }
    const product = products[place % products.length]?._id
    const visits = [
      ...VISITS.map((path) => toRawRequest({ path, headers: { 'accept-encoding': 'br' } })),
      toRawRequest({ path: `/api/product/${product}` }),
      // LoadRequest by nobody else: it is searched for, not kept.
      toRawRequest({ path: `/api/products?q=steel+hammer&min=${place / 100}` }),
    ]
    const order = { orderId: product, orders: 100, phone: '555 0100', address: '1 Example Street' }
    const buys = place % 4 === 0
    const own = buys
      ? toRawRequest(
          { path: '/api/bookings', headers: { ...headers, 'content-type': 'application/json' } },
          'POST',
          JSON.stringify(order),
        )
      : toRawRequest({ path: `/api/myitem?email=${email}`, headers })
    return [...visits, own]
  })
  await shop.metrics()
  const rounds = []
  for (let round = 0; round < MIXED.rounds; round++) {
    const fired = await loadGenerator.fire({ port: shop.port, requests, ...MIXED })
    rounds.push({ ...fired, ...(await shop.metrics()), heapMb: await shop.heap() })
    await shop.metrics()
  }
  const worst = Math.max(...rounds.map(({ loopDelayP99Ms }) => loopDelayP99Ms))
  const [first = Number.NaN, ...later] = rounds.map(({ heapMb }) => heapMb)
  const last = later.at(-1) ?? Number.NaN
  const failed = rounds.reduce((sum, { refused, broken }) => sum + refused + broken, 0)
  const listed = (sizes: number[]) => sizes.map(megabytes).join(', ')
  return [
    figure(
      `Mixed load, ${MIXED.connections} connections`,
      perSecond(median(rounds.map((round) => round.perSecond))),
      'none refused',
      failed === 0,
    ),
    figure('Event-loop delay, p99', ms(worst), `< ${MAX_DELAY_MS} ms`, worst < MAX_DELAY_MS),
    figure(`Memory under load, every ${MIXED.seconds} s`, listed(rounds.map(({ memoryMb }) => memoryMb))),
    figure('of it in use', listed([first, ...later]), 'flat', last < first * FLAT),
  ]
}
