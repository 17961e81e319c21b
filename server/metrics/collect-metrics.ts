import type { Shop } from '../shop-context.ts'
import { type DatabaseFacts, readFacts } from './store.ts'

const FACTS_AGE_MS = 5_000

/** The metrics of one process, as `metrics-server.ts` merges them. */
export type MetricsSnapshot = Awaited<ReturnType<Shop['metrics']['registry']['getMetricsAsJSON']>>

/** Reads what is not counted as it happens, then takes all metrics of this process. Never fails because the database is away. */
export function createMetricsCollector(shop: Pick<Shop, 'db' | 'cache' | 'pictureCache' | 'metrics'>) {
  const { metrics } = shop
  let readAt = Number.NEGATIVE_INFINITY

  function readPool() {
    const { totalCount, idleCount, waitingCount, options } = shop.db.$client
    metrics.poolConnections.set({ state: 'idle' }, idleCount)
    metrics.poolConnections.set({ state: 'busy' }, totalCount - idleCount)
    metrics.poolLimit.set(options.max)
    metrics.poolWaiting.set(waitingCount)
  }

  function readCaches() {
    for (const [cache, responses] of [
      ['responses', shop.cache],
      ['pictures', shop.pictureCache],
    ] as const) {
      const { entries, bytes, hits, misses, sent } = responses.takeStatistics()
      metrics.cacheEntries.set({ cache }, entries)
      metrics.cacheBytes.set({ cache }, bytes)
      metrics.cacheRequests.inc({ cache, result: 'hit' }, hits)
      metrics.cacheRequests.inc({ cache, result: 'miss' }, misses)
      for (const { route, status, count } of sent)
        metrics.requests.inc({ route, method: 'GET', status }, count)
    }
  }

  async function readDatabase() {
    if (performance.now() - readAt < FACTS_AGE_MS) return
    try {
      show(await readFacts(shop.db))
      metrics.databaseUp.set(1)
      readAt = performance.now()
    } catch {
      metrics.databaseUp.set(0)
    }
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
