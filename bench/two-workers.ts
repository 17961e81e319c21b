import { readFileSync } from 'node:fs'
import { startEmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'
import { connect } from '#server/platform/database/connect.ts'
import { toRawRequest } from '#test/load/load-generator.ts'
import { workersOf } from '#test/worker-pids.ts'
import { forgetOrders, orderRequests, stockUp } from './placing-orders.ts'
import type { BenchContext } from './responses.ts'
import { signUpCustomers } from './sign-up-customers.ts'
import { startShop } from './start-shop.ts'
import { comparison, figure, median, perSecond, type Row } from './table.ts'

const ROUNDS = 5
const SECONDS = 3
const CONNECTIONS = 64
const CUSTOMERS = 32
/** Of a processor's time as the kernel counts it. */
const TICKS_PER_SECOND = 100

type Shop = Awaited<ReturnType<typeof startShop>>
type Turn = { rate: number; cpuUs: number }

/** Two workers against one process, in turns. The load takes its part of the same cores. */
export async function measureWorkers({
  responseLoad,
  loadGenerator,
}: Pick<BenchContext, 'responseLoad' | 'loadGenerator'>): Promise<Row[]> {
  if (process.platform !== 'linux') return [figure('Two workers', 'not on this system')]
  const one = await startShop()
  const two = await startShop({ WORKERS: '2' })
  try {
    const headers = { 'accept-encoding': 'br' }
    const page = {
      requests: [toRawRequest({ path: '/', headers })],
      connections: CONNECTIONS,
      seconds: SECONDS,
    }
    // A load in JavaScript keeps its core busier than the shop: a second worker would not be measured.
    const limit = responseLoad.isWrk ? { least: 1.3 } : null
    const pages = await compare('Home page, br', limit, [one, two], async ({ port }) => {
      const { answers, perSecond: rate, failed } = await responseLoad.fire({ ...page, port })
      return { answers, rate, failed }
    })
    const buyers = await Promise.all([one, two].map(openBuyers))
    const orders = await compare('Placing orders', null, [one, two], async (shop) => {
      const { requests, clear } = buyers[shop === one ? 0 : 1] as Buyers
      await clear()
      const load = { requests, connections: CUSTOMERS, seconds: SECONDS }
      const fired = await loadGenerator.fire({ ...load, port: shop.port })
      const answers = fired.served.reduce((sum, count) => sum + count, 0)
      return { answers, rate: fired.perSecond, failed: fired.refused + fired.broken }
    })
    for (const { close } of buyers) await close()
    return [pages, orders]
  } finally {
    await two.stop()
    await one.stop()
  }
}

async function compare(
  what: string,
  limit: { least: number } | null,
  [one, two]: [Shop, Shop],
  fire: (shop: Shop) => Promise<{ answers: number; rate: number; failed: number }>,
): Promise<Row> {
  async function turn(shop: Shop): Promise<Turn> {
    const pids = [shop.pid(), ...workersOf(shop.pid())]
    const before = processorMs(pids)
    const { answers, rate, failed } = await fire(shop)
    if (failed > 0) throw new Error(`${what}: ${failed} were not answered`)
    return { rate, cpuUs: ((processorMs(pids) - before) * 1000) / answers }
  }
  const rounds: { one: Turn; two: Turn }[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const turns = { two: await turn(two), one: await turn(one) }
    if (round >= 0) rounds.push(turns)
  }
  const said = (side: 'one' | 'two') =>
    `${perSecond(median(rounds.map((round) => round[side].rate)))}, ${Math.round(Math.min(...rounds.map((round) => round[side].cpuUs)))} µs`
  const ratio = median(rounds.map((round) => round.two.rate / round.one.rate))
  return comparison(`${what}, 2 workers`, [said('two'), `1 process ${said('one')}`], ratio, limit)
}

type Buyers = Awaited<ReturnType<typeof openBuyers>>

async function openBuyers(shop: Shop) {
  const customers = await signUpCustomers(shop, CUSTOMERS)
  const postgres = await startEmbeddedPostgres({ dataDir: shop.dataDir, share: true })
  const db = connect(postgres.connection, () => {})
  return {
    requests: orderRequests(customers, await stockUp(db, CUSTOMERS)),
    clear: () => forgetOrders(db),
    async close() {
      await db.$client.end()
      await postgres.stop()
    },
  }
}

/** What these processes have used so far, their threads included. */
const processorMs = (pids: number[]) =>
  pids.reduce((sum, pid) => {
    // The name in parentheses may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    const [user = 0, system = 0] = fields.slice(11, 13).map(Number)
    return sum + ((user + system) * 1000) / TICKS_PER_SECOND
  }, 0)
