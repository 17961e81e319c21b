import { eq, sql } from 'drizzle-orm'
import { isOwnPicture } from '#contract/catalogue/stored-pictures.ts'
import { countHearts, heartsOf } from '#contract/people/rating-hearts.ts'
import type { NewRating, Rating } from '#contract/people/ratings.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { newestFirst } from '../../platform/database/queries/newest-first.ts'
import { ratings, users } from '../../platform/database/schema.ts'

const columns = {
  _id: ratings.id,
  name: ratings.name,
  image: ratings.image,
  pictureShown: ratings.pictureShown,
  description: ratings.description,
  hearts: ratings.hearts,
}

type Row = Pick<typeof ratings.$inferSelect, Exclude<keyof typeof columns, '_id'>> & { _id: string }

function toRating({ hearts, pictureShown, ...row }: Row): Rating {
  const isShown = row.image === '' || (pictureShown ?? isOwnPicture(row.image))
  return { ...row, rating: heartsOf(hearts), ...(!isShown && { pictureHidden: true }) }
}

const newest = newestFirst({
  select: (db) => db.select(columns).from(ratings).$dynamic(),
  moment: ratings.createdAt,
  key: ratings.id,
  keyOf: ({ _id }) => _id,
  show: toRating,
})

export const list = (db: Database, limit: number, offset = 0) => newest.some(db, { limit, offset })
export const listInBatches = (db: Database) => newest.inBatches(db)
export const listOf = (db: Database, userId: string) => newest.all(db, eq(ratings.userId, userId))
export const count = (db: Database) => db.$count(ratings)

export type Written = NonNullable<Awaited<ReturnType<typeof lockAndCount>>>

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
}

export async function removeOf(tx: Transaction, userId: string) {
  await tx.delete(ratings).where(eq(ratings.userId, userId))
}

export async function remove(db: Database, id: string): Promise<boolean> {
  const removed = await db.delete(ratings).where(eq(ratings.id, id)).returning({ id: ratings.id })
  return removed.length > 0
}

/** Also those of an author who was removed. A review of the demo has no author and is deleted alone. */
export async function removeByAuthor(db: Database, id: string): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${ratings} using ${ratings} as chosen
    where chosen.id = ${id} and (${ratings.id} = chosen.id or ${ratings.userId} = chosen.user_id)`)
  return rowCount ?? 0
}

/** The review as it is now; of one without a picture nothing changes. */
export async function showPicture(db: Database, id: string, shown: boolean): Promise<Rating | null> {
  const [row] = await db
    .update(ratings)
    .set({ pictureShown: sql`case when ${ratings.image} <> '' then ${shown}::boolean end` })
    .where(eq(ratings.id, id))
    .returning(columns)
  return row ? toRating(row) : null
}
