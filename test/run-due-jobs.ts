import { jobKinds } from '#server/operations/jobs/job-kinds.ts'
import { runJob } from '#server/operations/jobs/run-job.ts'
import type { Shop } from '#server/shop-context.ts'

const ALL = 10_000
/** A Date cuts off the microseconds of what the database has just written: without this it would not be due yet. */
const MICROSECONDS_CUT_OFF_MS = 1
export const thisMoment = () => new Date(Date.now() + MICROSECONDS_CUT_OFF_MS)

/** Runs what is due at this moment, once and one after the other, without the engine: for tests, in which nothing may happen by itself. */
export async function runDueJobs(shop: Shop, now = thisMoment()) {
  for (const kind of jobKinds)
    for (const key of await kind.due(shop, now, ALL)) {
      const outcome = await runJob(shop, kind, key, now)
      if ('waiting' in outcome) break
    }
}
