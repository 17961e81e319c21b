import { desc, eq, sql } from 'drizzle-orm'
import { countHearts, heartsOf } from '#contract/rating-hearts.ts'
import type { NewRating, Rating } from '#contract/ratings.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { isAfter, readInBatches } from '../database/read-in-batches.ts'
import { ratings, users } from '../database/schema.ts'

const columns = {
  _id: ratings.id,
  name: ratings.name,
  image: ratings.image,
  description: ratings.description,
  hearts: ratings.hearts,
}
type Row = Omit<Rating, 'rating'> & { hearts: number }

const toRating = ({ hearts, ...row }: Row): Rating => ({ ...row, rating: heartsOf(hearts) })

const NEWEST_FIRST = [desc(ratings.createdAt), desc(ratings.id)]

export async function list(db: Database, limit: number, skip = 0): Promise<Rating[]> {
  const rows = await db
    .select(columns)
    .from(ratings)
    .orderBy(...NEWEST_FIRST)
    .limit(limit)
    .offset(skip)
  return rows.map(toRating)
}

/** All reviews, newest first, streamed in batches. */
export const listInBatches = (db: Database) =>
  readInBatches<Row, Rating>(
    (last, limit) =>
      db
        .select(columns)
        .from(ratings)
        .where(last && isAfter(ratings, last._id))
        .orderBy(...NEWEST_FIRST)
        .limit(limit),
    toRating,
  )

export const count = (db: Database) => db.$count(ratings)

export async function listOf(db: Database, userId: string): Promise<Rating[]> {
  const rows = await db
    .select(columns)
    .from(ratings)
    .where(eq(ratings.userId, userId))
    .orderBy(...NEWEST_FIRST)
  return rows.map(toRating)
}

/** How many reviews this user has written. Locks the user, so that the count stays true until the transaction ends. */
export async function lockAndCount(tx: Transaction, userId: string) {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
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
  author: { id: string; name: string },
  { rating, ...sent }: NewRating,
) {
  await db
    .insert(ratings)
    .values({ id: newId(), userId: author.id, name: author.name, ...sent, hearts: countHearts(rating) })
}

export async function remove(db: Database, id: string): Promise<boolean> {
  const removed = await db.delete(ratings).where(eq(ratings.id, id)).returning({ id: ratings.id })
  return removed.length > 0
}
