import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartProblem } from '../start-problem.ts'
import type { Connection } from './connect.ts'

const migrationsFolder = path.join(import.meta.dirname, 'migrations')

/** Where these migrations are and where the database remembers them. */
export const shopLineage = { folder: migrationsFolder, schema: 'drizzle', table: '__drizzle_migrations' }

const LOCK = 7_246_100
const OLDEST_SERVER = 150_000

/** Brings the schema up to date. Several instances may start at once: one works, the others wait for its lock. */
export async function migrate(connection: Connection, alongside?: () => Promise<void>) {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    application_name: 'hundredweight migrations',
  })
  // A connection that breaks fails the statement at work; nothing else has to hear of it.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await assertServer(client)
    await assertNotNewer(client)
    await applyMigrations(drizzle({ client }), { migrationsFolder })
    await alongside?.()
  } finally {
    await client.end()
  }
}

export async function assertServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number; extensions: number }>(
    `select current_setting('server_version_num')::int as version,
       (select count(*)::int from pg_available_extensions where name in ('pg_trgm', 'unaccent')) as extensions`,
  )
  if ((rows[0]?.version ?? 0) < OLDEST_SERVER)
    throw new StartProblem('The database server must be PostgreSQL 15 or newer.')
  if (rows[0]?.extensions !== 2)
    throw new StartProblem(
      'The database server lacks the extensions pg_trgm and unaccent: install its "contrib" package.',
    )
}

/** Keeps a starting shop from migrating until the caller's transaction is over. */
export async function holdMigrations(client: pg.Client) {
  await client.query('select pg_advisory_xact_lock($1)', [LOCK])
}

async function assertNotNewer(client: pg.Client) {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  if (!rows[0]?.known) return
  const applied = await client.query<{ latest: string | null }>(
    'select max(created_at) as latest from drizzle.__drizzle_migrations',
  )
  const ours = Math.max(
    ...readMigrationFiles({ migrationsFolder }).map((migration) => migration.folderMillis),
  )
  if (Number(applied.rows[0]?.latest ?? 0) > ours)
    throw new StartProblem(
      'The database was made by a newer version of the shop: install that version or restore an older back-up.',
    )
}
