import { eq, sql } from 'drizzle-orm'
import { countHearts, heartsOf } from '#contract/rating-hearts.ts'
import type { NewRating, Rating } from '#contract/ratings.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newestFirst } from '../database/newest-first.ts'
import { ratings, users } from '../database/schema.ts'

const columns = {
  _id: ratings.id,
  name: ratings.name,
  image: ratings.image,
  description: ratings.description,
  hearts: ratings.hearts,
}

const newest = newestFirst({
  select: (db) => db.select(columns).from(ratings).$dynamic(),
  moment: ratings.createdAt,
  key: ratings.id,
  keyOf: ({ _id }) => _id,
  show: ({ hearts, ...row }): Rating => ({ ...row, rating: heartsOf(hearts) }),
})

export const list = (db: Database, limit: number, offset = 0) => newest.some(db, { limit, offset })
export const listInBatches = (db: Database) => newest.inBatches(db)
export const listOf = (db: Database, userId: string) => newest.all(db, eq(ratings.userId, userId))
export const count = (db: Database) => db.$count(ratings)

/** How many reviews this user has written, or null if they have left. Locks the user, so that this stays true until the transaction ends. */
export async function lockAndCount(tx: Transaction, userId: string) {
  const [author] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  if (!author || author.deletedAt) return null
  const today = sql`filter (where ${ratings.createdAt} > now() - interval '1 day')`
  const [row] = await tx
    .select({
      inAll: sql<number>`count(*)::int`,
      today: sql<number>`count(*) ${today}::int`,
      /** Until the first of today's is a day old. */
      seconds: sql<number>`coalesce(extract(epoch from min(${ratings.createdAt}) ${today} + interval '1 day' - now()), 0)::float8`,
    })
    .from(ratings)
    .where(eq(ratings.userId, userId))
  return row as NonNullable<typeof row>
}

export async function add(
  db: Database | Transaction,
  id: string,
  author: { id: string; name: string },
  { rating, ...sent }: NewRating,
) {
  await db
    .insert(ratings)
    .values({ id, userId: author.id, name: author.name, ...sent, hearts: countHearts(rating) })
    .onConflictDoNothing({ target: ratings.id })
}

export async function isThere(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(ratings, eq(ratings.id, id))) > 0
}

export async function removeOf(tx: Transaction, userId: string) {
  await tx.delete(ratings).where(eq(ratings.userId, userId))
}

export async function remove(db: Database, id: string): Promise<boolean> {
  const removed = await db.delete(ratings).where(eq(ratings.id, id)).returning({ id: ratings.id })
  return removed.length > 0
}
