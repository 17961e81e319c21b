import type { Database } from '../database/connect.ts'
import type { JobContext } from '../job-context.ts'
import type { Shop } from '../shop-context.ts'
import { ProviderError } from './provider-error.ts'

const BATCH = 50

/**
 * Claims and handles rows until none is left. One failure does not stop the others; a card provider that is unreachable,
 * or that rejects every request, ends the run.
 */
export async function processBatches<Row extends { id: string }>(
  shop: Shop,
  job: JobContext,
  claim: (db: Database, job: JobContext, most: number) => Promise<Row[]>,
  handle: (row: Row) => Promise<unknown>,
) {
  const { signal } = job
  const claimNext = () => claim(shop.db, job, BATCH)
  for (let rows = await claimNext(); rows.length > 0; rows = await claimNext())
    for (const row of rows) {
      if (signal?.aborted) return
      try {
        await handle(row)
      } catch (err) {
        if (signal?.aborted) return
        if (!(err instanceof ProviderError))
          shop.log.error({ err, id: row.id }, 'a job failed on this row and will retry')
        else if (err.concernsAll)
          return shop.log.warn({ reason: err.reason }, 'a job is waiting for the card provider')
        else shop.log.warn({ id: row.id, reason: err.reason }, 'a job will retry this row')
      }
    }
}
