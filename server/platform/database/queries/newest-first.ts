import { and, desc, type SQL, type Subquery, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '../connect.ts'
import { paginate, type RowRange } from './paginate.ts'
import { readInBatches } from './read-in-batches.ts'

type Db = Database | Transaction

export type Select<Row> = Promise<Row[]> & {
  where(which: SQL | undefined): Select<Row>
  orderBy(...order: SQL[]): Select<Row>
  limit(limit: number): Select<Row>
  offset(offset: number): Select<Row>
  as(alias: string): Subquery
}

/**
 * Lists rows with the newest first; `key` tells those of the same moment apart. `complete` adds to the rows that are shown what
 * would be too much to look up for those that are skipped.
 */
export function newestFirst<Row, Shown>({
  select,
  moment,
  key,
  keyOf,
  show,
  complete = async (_db, rows) => rows,
}: {
  select: (db: Db) => Select<Row>
  moment: PgColumn
  key: PgColumn
  keyOf: (row: Row) => string
  show: (row: Row) => Shown
  complete?: (db: Db, rows: Row[]) => Promise<Row[]>
}) {
  const read = (db: Db, which?: SQL) => select(db).where(which).orderBy(desc(moment), desc(key))

  /**
   * What comes after these rows. The moment of the last is looked up, because a date of JavaScript has no microseconds; it may
   * have been deleted since.
   */
  function after(rows: Row[]) {
    const [itsMoment, itsKey] = [moment, key].map(({ name }) => sql.identifier(name))
    return sql`(${moment}, ${key}) < (select ${itsMoment}, ${itsKey} from ${moment.table} as before
      where ${itsKey} = any(${sql.param(rows.map(keyOf))}) order by 1, 2 limit 1)`
  }

  return {
    all: async (db: Db, which?: SQL) => (await complete(db, await read(db, which))).map(show),

    some: async (db: Db, { offset, limit }: RowRange) =>
      (await complete(db, await read(db).limit(limit).offset(offset))).map(show),

    /** All of them, without ever holding all of them. */
    inBatches: (db: Db, which?: SQL, size?: number) =>
      readInBatches<Row, Shown>(
        async (before, limit) =>
          complete(
            db,
            await read(db, and(which, before.length > 0 ? after(before) : undefined)).limit(limit),
          ),
        show,
        size,
      ),

    /** One page of them, and how many there are. */
    async page(db: Db, requested: { page: number; limit: number }, which?: SQL) {
      const { rows, ...counted } = await paginate(
        requested,
        async ({ offset, limit }) => complete(db, await read(db, which).limit(limit).offset(offset)),
        (max) => db.$count(select(db).where(which).limit(max).as('matching')),
      )
      return { found: rows.map(show), ...counted }
    },
  }
}
