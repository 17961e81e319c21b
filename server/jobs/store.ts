import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import type { QueueName } from './jobs.ts'

export type FailedJobRow = { id: string; queue: QueueName; key: string; error: string; failedAt: Date }

/** The keys of a queue for which a job waits, runs or has given up. */
export async function listTakenKeys(db: Database, queue: QueueName): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select distinct singleton_key as key from pgboss.job
    where name = ${queue} and state in ('created', 'retry', 'active', 'failed')`)
  return new Set(rows.map(({ key }) => key))
}

/** Newest first, without those whose key was taken up again since. */
export async function listFailed(db: Database): Promise<FailedJobRow[]> {
  const { rows } = await db.execute<Omit<FailedJobRow, 'failedAt'> & { failedAt: string }>(sql`
    select id, name as queue, singleton_key as key, completed_on as "failedAt",
      coalesce(output->>'error', output->'value'->>'message', output->>'value', 'It was interrupted.') as error
    from pgboss.job as failed
    where state = 'failed' and not exists (
      select from pgboss.job as later
      where later.name = failed.name and later.singleton_key = failed.singleton_key and later.created_on > failed.created_on
    )
    order by completed_on desc, id limit 1000`)
  return rows.map((row) => ({ ...row, failedAt: new Date(row.failedAt) }))
}
