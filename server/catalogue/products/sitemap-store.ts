import { and, asc, gt, gte, isNull, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/database/connect.ts'
import { readInBatches } from '../../platform/database/queries/read-in-batches.ts'
import { products } from '../../platform/database/schema.ts'

const BATCH = 1_000

type NamedProduct = { _id: string; name: string }

/** The first product of every `size`, oldest first; one scan, however many there are. */
export async function listFirstOfEach(db: Database, size: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (select id, row_number() over (order by id) as place from ${products} where deleted_at is null) as placed
    where place % ${size} = 1 order by id`)
  return rows.map(({ id }) => id)
}

/** All products from one up to another, oldest first, in batches. */
export const listBetween = (db: Database, first: string, end: string | undefined) =>
  readInBatches(
    (before: NamedProduct[], limit) => {
      const last = before.at(-1)
      return db
        .select({ _id: products.id, name: products.name })
        .from(products)
        .where(
          and(
            isNull(products.deletedAt),
            last ? gt(products.id, last._id) : gte(products.id, first),
            end ? lt(products.id, end) : undefined,
          ),
        )
        .orderBy(asc(products.id))
        .limit(limit)
    },
    (product) => product,
    BATCH,
  )
