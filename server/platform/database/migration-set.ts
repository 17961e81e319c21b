import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { StartupError } from '../startup/startup-error.ts'

/** One line of migrations: its files, and the table that remembers which of them were applied. */
export type MigrationSet = { folder: string; schema: string; table: string }

type Applied = { hash: string; when: number }

const placeOf = ({ schema, table }: MigrationSet) => `"${schema}"."${table}"`

export async function appliedMigrations(client: pg.Client, set: MigrationSet): Promise<Applied[]> {
  const place = placeOf(set)
  const known = await client.query<{ known: boolean }>('select to_regclass($1) is not null as known', [place])
  if (!known.rows[0]?.known) return []
  const { rows } = await client.query<{ hash: string; when: string }>(
    `select hash, created_at as when from ${place} order by created_at`,
  )
  return rows.map(({ hash, when }) => ({ hash, when: Number(when) }))
}

/** Brings a database up to date that is not newer than we are. */
export async function applyMissing(client: pg.Client, set: MigrationSet) {
  const newest = (await appliedMigrations(client, set)).at(-1)
  const ours = readMigrationFiles({ migrationsFolder: set.folder }).at(-1)
  if (newest && newest.when > (ours?.folderMillis ?? 0))
    throw new StartupError(
      'The database was made by a newer version of the shop: install that version or restore an older backup.',
    )
  await migrate(drizzle({ client }), {
    migrationsFolder: set.folder,
    migrationsSchema: set.schema,
    migrationsTable: set.table,
  })
}

/** Applies exactly these migrations inside the caller's transaction. Their table is made; its rows are the caller's. */
export async function applyExactly(client: pg.Client, set: MigrationSet, wanted: Applied[]) {
  const ours = readMigrationFiles({ migrationsFolder: set.folder })
  const chosen = ours.slice(0, wanted.length)
  if (wanted.some(({ hash, when }, at) => chosen[at]?.hash !== hash || chosen[at]?.folderMillis !== when))
    throw new StartupError(
      'This backup was made by another version of the shop: restore it with that version, then upgrade.',
    )
  await client.query(`create schema if not exists "${set.schema}"`)
  await client.query(
    `create table ${placeOf(set)} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql } of chosen) for (const statement of sql) await client.query(statement)
}

/** Applies what is missing after these, inside the caller's transaction. */
export async function applyInTransaction(client: pg.Client, set: MigrationSet) {
  const applied = await appliedMigrations(client, set)
  const missing = readMigrationFiles({ migrationsFolder: set.folder }).slice(applied.length)
  for (const { sql, hash, folderMillis } of missing) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${placeOf(set)} (hash, created_at) values ($1, $2)`, [hash, folderMillis])
  }
}
