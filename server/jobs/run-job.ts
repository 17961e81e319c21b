import { isOutage, ProviderError } from '../payments/provider-error.ts'
import { summarizeError } from '../redact-error.ts'
import { successLevel } from '../request-context.ts'
import type { Shop } from '../shop-context.ts'
import type { JobKind } from './job-kinds.ts'

/** waiting: nothing is wrong with this job; every other of its kind would fail the same way. */
export type JobOutcome = { done: true } | { waiting: string } | { error: string }

export async function runJob(shop: Shop, kind: JobKind, key: string, now: Date): Promise<JobOutcome> {
  const { queue } = kind
  const job = { queue, key }
  const count = (result: 'done' | 'failed' | 'postponed') => shop.metrics.jobs.inc({ queue, result })
  const startedAt = performance.now()
  try {
    await kind.run(shop, key, now)
    count('done')
    shop.log[successLevel()]({ ...job, ms: Math.round(performance.now() - startedAt) }, 'a job is done')
    return { done: true }
  } catch (err) {
    const reason = err instanceof ProviderError ? err.reason : summarizeError(err)
    if (isOutage(err)) {
      count('postponed')
      return { waiting: reason }
    }
    count('failed')
    if (err instanceof ProviderError) shop.log.warn({ ...job, reason }, 'a job failed and will be retried')
    else shop.log.error({ ...job, err }, 'a job failed and will be retried')
    return { error: reason }
  }
}
