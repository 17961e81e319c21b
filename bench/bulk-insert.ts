import pg from 'pg'
import type { Database } from '#server/platform/database/connect.ts'

/** Writes very many rows of a table: what is indexed and checked at the end takes less time than row by row. */
export async function bulkInsert(
  db: Database,
  table: string,
  write: (client: Pick<pg.Client, 'query'>) => Promise<void>,
) {
  const { host, port, user, database, connectionString } = db.$client.options
  // Not one of the shop's own connections: those give up after seconds.
  const client = new pg.Client(connectionString ? { connectionString } : { host, port, user, database })
  await client.connect()
  try {
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = $1::regclass
         and not exists (select from pg_constraint where conrelid = indrelid and conindid = indexrelid)`,
      [table],
    )
    const { rows: references } = await client.query<{ name: string; definition: string }>(
      `select quote_ident(conname) as name, pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::regclass and contype = 'f'`,
      [table],
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    for (const { name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
    await write(client)
    for (const { definition } of indexes) await client.query(definition)
    for (const { name, definition } of references)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    await client.query(`vacuum analyze ${table}`)
  } finally {
    await client.end()
  }
}
