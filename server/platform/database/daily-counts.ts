import { lte, sql } from 'drizzle-orm'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Database, Transaction } from './connect.ts'
import { dailyCounts } from './schema.ts'

type Row = typeof dailyCounts.$inferSelect
export type CountedKind = Row['kind']
/** `seconds` until the count begins anew. */
export type DailyCount = Pick<Row, 'scope' | 'count'> & { seconds: number }

/**
 * Counts one more of a kind, for its networks and for the shop as a whole. Until the transaction ends nobody else counts for the
 * same networks, so a caller that goes beyond a limit can roll back; all lock the networks before the shop.
 */
export async function countToday(
  tx: Transaction,
  kind: CountedKind,
  { narrow, wide }: ClientNetworks,
): Promise<DailyCount[]> {
  const more = { kind, count: 1, endsAt: sql`now() + interval '1 day'` }
  const isOver = sql`${dailyCounts.endsAt} <= now()`
  return tx
    .insert(dailyCounts)
    .values([
      { ...more, scope: 'narrow', network: narrow },
      { ...more, scope: 'wide', network: wide },
      { ...more, scope: 'shop', network: '' },
    ])
    .onConflictDoUpdate({
      target: [dailyCounts.kind, dailyCounts.scope, dailyCounts.network],
      set: {
        count: sql`case when ${isOver} then 1 else ${dailyCounts.count} + 1 end`,
        endsAt: sql`case when ${isOver} then excluded.ends_at else ${dailyCounts.endsAt} end`,
      },
    })
    .returning({
      scope: dailyCounts.scope,
      count: dailyCounts.count,
      seconds: sql<number>`extract(epoch from ${dailyCounts.endsAt} - now())::float8`,
    })
}

export async function deleteOldCounts(db: Database, now: Date) {
  await db.delete(dailyCounts).where(lte(dailyCounts.endsAt, now))
}
