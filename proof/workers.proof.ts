import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { workersOf } from '#test/worker-pids.ts'
import { startAuditedCustomers } from './audited-customers.ts'
import { countListeners, signal } from './processes.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const WORKERS = 2
const KILLS = 10
const RESTARTS = 3
const VISITORS = 8

/** People who come with a connection of their own for each page. */
function startVisitors(origin: string) {
  const counts = { pages: 0, resets: 0, refused: 0, failed: 0 }
  let open = true
  const visit = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    request(origin, { agent: false }, (answer) => {
      answer.resume().once('end', () => {
        if (answer.statusCode === 200) counts.pages++
        else counts.failed++
        resolve()
      })
      answer.once('error', () => {
        counts.resets++
        resolve()
      })
    })
      .once('error', ({ code }: NodeJS.ErrnoException) => {
        if (code === 'ECONNREFUSED') counts.refused++
        else counts.resets++
        resolve()
      })
      .end()
    return promise
  }
  const visiting = Promise.all(
    Array.from({ length: VISITORS }, async () => {
      while (open) {
        await visit()
        await delay(5)
      }
    }),
  )
  return {
    counts,
    async leave() {
      open = false
      await visiting
    },
  }
}

test('two workers, each killed in turn, then restarted in turn', async ({ task, skip }) => {
  if (process.platform !== 'linux') return skip('this system does not let processes share a port')
  const shop = await startShop({ WORKERS: String(WORKERS), OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const workers = () => workersOf(shop.pid())
  /** Until all are open that do not belong to these. */
  const openWithout = (gone: number[]) =>
    vi.waitUntil(
      () => {
        const now = workers()
        // Counted last: a socket is closed before its process is gone.
        return (
          now.length === WORKERS &&
          !now.some((pid) => gone.includes(pid)) &&
          countListeners(shop.port) === WORKERS
        )
      },
      { timeout: 120_000, interval: 50 },
    )
  const business = await startAuditedCustomers(shop)
  const visitors = startVisitors(shop.origin)
  const { acknowledged, quotes, answers } = business
  const { counts } = visitors
  const someOrders = async () => {
    const before = acknowledged.length
    await vi.waitUntil(() => acknowledged.length > before + 10, { timeout: 60_000, interval: 5 })
  }
  const unanswered = () => counts.resets + (answers['no answer'] ?? 0)

  for (let round = 0; round < KILLS; round++) {
    await someOrders()
    const [oldest] = workers() as [number]
    signal(oldest, 'SIGKILL')
    await openWithout([oldest])
  }
  const unansweredByKills = unanswered()
  for (let round = 0; round < RESTARTS; round++) {
    await someOrders()
    const before = workers()
    signal(shop.pid(), 'SIGUSR2')
    await openWithout(before)
  }
  await someOrders()
  await visitors.leave()
  await business.close()
  // What a kill left half done is taken up by the round that every start begins with.
  await shop.killServer()
  await delay(2_000)

  const failed = counts.failed + counts.refused + (answers['500'] ?? 0)
  const byRestarts = unanswered() - unansweredByKills
  const asManyKills = (unansweredByKills / KILLS) * RESTARTS * WORKERS
  const paid = acknowledged.filter(({ paidBy }) => paidBy).length
  const remark = [
    `${acknowledged.length} orders, ${quotes.length} quotes and ${paid} payments acknowledged, ${counts.pages} pages`,
    `not answered and repeated: ${unansweredByKills} by kills, ${byRestarts} by restarts`,
    `asked to come back: ${answers['503'] ?? 0}`,
  ].join('; ')
  console.log('workers: answers', answers, counts)
  const lost = await business.audit()
  report(task, {
    check: `${WORKERS} workers on one port, killed ${KILLS} times and restarted ${RESTARTS} times in turn`,
    tried: KILLS + RESTARTS,
    failed,
    lost,
    remark,
  })
  expect(failed).toBe(0)
  // A worker that is restarted sends its clients away first.
  expect(byRestarts).toBeLessThan(asManyKills / 2)
})
