import type { RunJob } from '../../platform/jobs/job-kind.ts'
import { summarizeError } from '../../platform/log/redact-error.ts'
import { successLevel } from '../../platform/log/request-context.ts'
import { isOutage, ProviderError } from '../../sales/card-provider/provider-error.ts'

export const runJob: RunJob = async (shop, kind, key, now) => {
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
