import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Header } from './format.ts'

/** One line of migrations: its files, and the table that remembers which of them were applied. */
export type MigrationSet = { folder: string; schema: string; table: string }

const placeOf = ({ schema, table }: MigrationSet) => `"${schema}"."${table}"`

export async function appliedMigrations(client: pg.Client, lineage: MigrationSet) {
  const place = placeOf(lineage)
  const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [place])
  if (!known.rows[0]?.known) return []
  const { rows } = await client.query<{ hash: string; when: string }>(
    `select hash, created_at as when from ${place} order by created_at`,
  )
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }))
}

/** Applies exactly these migrations inside the caller's transaction. Their table is made; its rows are the caller's. */
export async function applyExactly(
  client: pg.Client,
  lineage: MigrationSet,
  wanted: NonNullable<Header['migrations'][string]>,
) {
  const ours = readMigrationFiles({ migrationsFolder: lineage.folder })
  const chosen = ours.slice(0, wanted.length)
  if (wanted.some(({ hash, when }, at) => chosen[at]?.hash !== hash || chosen[at]?.folderMillis !== when))
    throw new StartupError(
      'This backup was made by another version of the shop: restore it with that version, then upgrade.',
    )
  await client.query(`create schema if not exists "${lineage.schema}"`)
  await client.query(
    `create table ${placeOf(lineage)} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql } of chosen) for (const statement of sql) await client.query(statement)
}
