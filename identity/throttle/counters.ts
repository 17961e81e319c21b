import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Log } from '../log.ts'

/** `duration` in seconds, from the first that is counted. */
type Limit = { points: number; duration: number }
/** Seconds to wait, or null: go on. */
export type Wait = number | null

/**
 * Counters that all instances share; while the database is unreachable each keeps its own. `onReached` hears of the first that
 * is refused.
 */
export function createCounters<Name extends string>(
  limits: Record<Name, Limit>,
  { pool, log, onReached = async () => {} }: Shared<Name>,
) {
  const counter = (name: Name) =>
    new RateLimiterPostgres({
      ...limits[name],
      storeClient: pool,
      storeType: 'pool',
      schemaName: 'identity',
      tableName: 'throttle',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      insuranceLimiter: new RateLimiterMemory({ ...limits[name], keyPrefix: name }),
    })
  const counters = Object.fromEntries(
    Object.keys(limits).map((name) => [name, counter(name as Name)]),
  ) as Record<Name, RateLimiterPostgres>

  async function count(name: Name, key: string, network?: string): Promise<Wait> {
    try {
      await counters[name].consume(key)
      return null
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      if (refused.consumedPoints === limits[name].points + 1) {
        log.warn({ network, limit: name }, 'throttle reached')
        await onReached(name)
      }
      return seconds(refused)
    }
  }

  return { counters, count }
}

type Shared<Name> = { pool: pg.Pool; log: Log; onReached?: (name: Name) => Promise<void> }

export function seconds(result: RateLimiterRes) {
  return Math.max(1, Math.ceil(result.msBeforeNext / 1000))
}
