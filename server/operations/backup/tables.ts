import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { lines } from './lines.ts'
import { createTableChecksum, type TableChecksum } from './table-checksum.ts'

export type Table = { name: string; columns: string[] }

/** The schemas that are the shop's. The job engine's is left out: what is due is in the shop's own rows. */
export const OURS = ['public', 'identity', 'drizzle']

/** The shop's tables with the columns that hold something of their own, each after those it refers to. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table & { refers: string[] }>(
    `select format('%I.%I', nspname, relname) as name,
       (select array_agg(format('%I', attname) order by attnum) from pg_attribute
         where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select distinct format('%I.%I', rn.nspname, r.relname) from pg_constraint f
         join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where relkind = 'r' and nspname = any($1)
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by name`,
    [OURS],
  )
  const sorted: Table[] = []
  const placed = new Set<string>()
  while (sorted.length < tables.length) {
    const next = tables.find((table) => !placed.has(table.name) && table.refers.every((it) => placed.has(it)))
    if (!next) throw new Error('The tables of the database refer to each other in a circle.')
    placed.add(next.name)
    sorted.push({ name: next.name, columns: next.columns })
  }
  return sorted
}

/** What each sequence of the shop has given last. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname = any($1) and last_value is not null`,
    [OURS],
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Whether anything at all was made in this database, by the shop or by somebody else. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ made: number }>(
    `select count(*)::int as made from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname !~ '^(pg_|information_schema$)'
       and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
  )
  return rows[0]?.made === 0
}

/** A table's rows as COPY writes them, read no faster than somebody takes them. */
export const copyOut = (client: pg.Client, { name, columns }: Table) =>
  client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))

/** What a table holds at this moment, as a count and a mark. */
export async function checksumTable(client: pg.Client, table: Table): Promise<TableChecksum> {
  const tally = createTableChecksum()
  for await (const row of lines(copyOut(client, table))) tally.add(row)
  return tally.result()
}
