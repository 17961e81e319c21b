import { setTimeout as delay } from 'node:timers/promises'
import type { Shop } from '../../shop-context.ts'
import { type DatabaseFacts, readFacts } from './store.ts'

const FACTS_AGE_MS = 5_000
const PATIENCE_MS = 1_000

/** The metrics of one process, as `metrics-server.ts` merges them. */
export type MetricsSnapshot = Awaited<ReturnType<Shop['metrics']['registry']['getMetricsAsJSON']>>

/** Reads what is not counted as it happens, then takes all metrics of this process. Never fails because the database is away. */
export function createMetricsCollector(shop: Pick<Shop, 'db' | 'cache' | 'pictureCache' | 'metrics'>) {
  const { metrics } = shop
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | null = null

  function readPool() {
    const { totalCount, idleCount, waitingInAll, options } = shop.db.$client
    metrics.poolConnections.set({ state: 'idle' }, idleCount)
    metrics.poolConnections.set({ state: 'busy' }, totalCount - idleCount)
    metrics.poolLimit.set(options.max)
    metrics.poolWaiting.set(waitingInAll)
  }

  function readCaches() {
    for (const [cache, responses] of [
      ['responses', shop.cache],
      ['pictures', shop.pictureCache],
    ] as const) {
      const { entries, bytes, hits, misses } = responses.takeStatistics()
      metrics.cacheEntries.set({ cache }, entries)
      metrics.cacheBytes.set({ cache }, bytes)
      metrics.cacheRequests.inc({ cache, result: 'hit' }, hits)
      metrics.cacheRequests.inc({ cache, result: 'miss' }, misses)
    }
  }

  /** One look at a time; Prometheus and the supervisor do not wait for a database that hangs. */
  async function readDatabase() {
    if (shop.db.$client.ending || performance.now() - readAt < FACTS_AGE_MS) return
    reading ??= readFacts(shop.db)
      .then(
        (facts) => {
          show(facts)
          metrics.databaseUp.set(1)
          readAt = performance.now()
        },
        () => metrics.databaseUp.set(0),
      )
      .finally(() => {
        reading = null
      })
    const isLate = await Promise.race([reading.then(() => false), delay(PATIENCE_MS, true, { ref: false })])
    // While it waits for a connection like others, nothing is known of the database; how many wait is a metric of its own.
    if (isLate && shop.db.$client.waitingInAll === 0) metrics.databaseUp.set(0)
  }

  function show(facts: DatabaseFacts) {
    metrics.productsLow.set(facts.productsLow)
    metrics.productsBelowMinimum.set(facts.productsBelowMinimum)
    metrics.mailsDue.set(facts.mailsDue)
    metrics.mailsRetrying.set(facts.mailsRetrying)
    metrics.mailsFailed.set(facts.mailsFailed)
    metrics.mailDelay.set(facts.mailDelaySeconds)
    for (const { name: queue, waiting, givenUp } of facts.queues) {
      metrics.jobsWaiting.set({ queue }, waiting)
      metrics.jobsGivenUp.set({ queue }, givenUp)
    }
  }

  return async function collect() {
    await readDatabase()
    readPool()
    readCaches()
    return metrics.registry.getMetricsAsJSON()
  }
}
