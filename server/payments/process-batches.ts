import type { Database } from '../database/connect.ts'
import type { JobRun } from '../job-run.ts'
import type { Shop } from '../shop.ts'
import { ProviderError } from './provider-error.ts'

const BATCH = 50

/**
 * Claims and deals with rows until none is left. One that fails leaves the others alone; a card provider that is away,
 * or that rejects whatever we ask, ends the round.
 */
export async function processBatches<Row extends { id: string }>(
  shop: Shop,
  run: JobRun,
  claim: (db: Database, run: JobRun, most: number) => Promise<Row[]>,
  deal: (row: Row) => Promise<unknown>,
) {
  const { signal } = run
  const claimNext = () => claim(shop.db, run, BATCH)
  for (let rows = await claimNext(); rows.length > 0; rows = await claimNext())
    for (const row of rows) {
      if (signal?.aborted) return
      try {
        await deal(row)
      } catch (err) {
        if (signal?.aborted) return
        if (!(err instanceof ProviderError))
          shop.log.error({ err, id: row.id }, 'a job could not handle this and will try again')
        else if (err.concernsAll)
          return shop.log.warn({ reason: err.reason }, 'a job waits for the card provider')
        else shop.log.warn({ id: row.id, reason: err.reason }, 'a job will ask about this again')
      }
    }
}
