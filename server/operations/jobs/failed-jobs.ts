import type { FailedJob } from '#contract/desk/failed-jobs.ts'
import type { QueueName } from '../../platform/jobs/jobs.ts'
import * as jobs from '../../platform/jobs/store.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { jobKinds } from './job-kinds.ts'

/** Jobs that have given up, newest first. The schedule leaves them alone for a day, then begins anew. */
export async function failedJobs({ db }: Shop): Promise<FailedJob[]> {
  const failed = await jobs.listFailed(db)
  return failed.map(({ id, queue, key, error, failedAt }) => ({
    id,
    queue,
    key,
    what: describe(queue, key),
    error,
    failedAt: failedAt.toISOString(),
  }))
}

function describe(queue: string, key: string) {
  const kind = jobKinds.find((kind) => kind.queue === queue)
  return kind?.describe?.(key) ?? kind?.what ?? queue
}

export async function retryJob({ db, jobs: engine }: Shop, id: string) {
  const job = await jobs.retry(db, id)
  if (!job) throw refuse.notFound('No such failed job')
  engine.send(job.queue as QueueName, job.key)
}
