import { type AnyColumn, sql, type Table } from 'drizzle-orm'

const BATCH = 500

/** Reads a long table batch after batch; each is asked for with the last row of the one before. */
export async function* readInBatches<Row, Shown>(
  read: (last: Row | undefined, size: number) => Promise<Row[]>,
  show: (row: Row) => Shown,
  size = BATCH,
): AsyncGenerator<Shown[]> {
  let last: Row | undefined
  while (true) {
    const rows = await read(last, size)
    yield rows.map(show)
    last = rows.at(-1)
    if (!last || rows.length < size) return
  }
}

type Dated = Table & { id: AnyColumn; createdAt: AnyColumn }

/** Whether a row comes after this one where the newest are first. Its moment is looked up: a date of JavaScript has no microseconds. */
export const isAfter = (table: Dated, id: string) =>
  sql`(${table.createdAt}, ${table.id}) < (select created_at, id from ${table} as last where last.id = ${id})`
