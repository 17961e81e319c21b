import { sql } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { QUEUES } from '../jobs/jobs.ts'

export type DatabaseFacts = {
  productsLow: number
  productsBelowMinimum: number
  mailsDue: number
  mailsRetrying: number
  mailsFailed: number
  mailDelaySeconds: number
  queues: { name: string; waiting: number; givenUp: number }[]
}

/** From small partial indexes and a small table. */
export async function readFacts(db: Database): Promise<DatabaseFacts> {
  const { rows } = await db.execute<DatabaseFacts>(sql`
    select low.*, unsent.*,
      (select count(*)::int from mails where failed_at is not null) as "mailsFailed",
      (select json_agg(counted) from (
        select name, count(*) filter (where tries > 0 and failed_at is null) as waiting, count(failed_at) as "givenUp"
        from unnest(${sql.param(QUEUES)}::text[]) as name left join jobs on queue = name group by name
      ) as counted) as queues
    from (
      select count(*)::int as "productsLow", (count(*) filter (where not orderable))::int as "productsBelowMinimum"
      from products where low_stock and deleted_at is null
    ) as low, (
      select (count(*) filter (where due_at <= now()))::int as "mailsDue",
        (count(*) filter (where tries > 0))::int as "mailsRetrying",
        greatest(0, coalesce(extract(epoch from now() - min(due_at)), 0))::float as "mailDelaySeconds"
      from mails where due_at is not null and sent_at is null and failed_at is null
    ) as unsent`)
  return rows[0] as DatabaseFacts
}
