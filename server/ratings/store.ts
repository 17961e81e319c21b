import { desc, eq } from 'drizzle-orm'
import { countHearts, heartsOf } from '#contract/hearts.ts'
import type { NewRating, Rating } from '#contract/ratings.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { ratings } from '../database/schema.ts'

const columns = {
  _id: ratings.id,
  name: ratings.name,
  image: ratings.image,
  description: ratings.description,
  hearts: ratings.hearts,
}
type Row = Omit<Rating, 'rating'> & { hearts: number }

const toRating = ({ hearts, ...row }: Row): Rating => ({ ...row, rating: heartsOf(hearts) })

export async function list(db: Database, limit?: number, skip = 0): Promise<Rating[]> {
  const newest = db
    .select(columns)
    .from(ratings)
    .orderBy(desc(ratings.createdAt), desc(ratings.id))
    .$dynamic()
  return (await (limit ? newest.limit(limit).offset(skip) : newest)).map(toRating)
}

export const count = (db: Database) => db.$count(ratings)

export async function listOf(db: Database, userId: string): Promise<Rating[]> {
  const rows = await db
    .select(columns)
    .from(ratings)
    .where(eq(ratings.userId, userId))
    .orderBy(desc(ratings.createdAt), desc(ratings.id))
  return rows.map(toRating)
}

export async function add(
  db: Database,
  author: { id: string; name: string },
  { rating, ...sent }: NewRating,
) {
  await db
    .insert(ratings)
    .values({ id: newId(), userId: author.id, name: author.name, ...sent, hearts: countHearts(rating) })
}
