import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'
import type { Connection } from './connect.ts'

const migrationsFolder = path.join(import.meta.dirname, 'migrations')

/** Where these migrations are and where the database remembers them. */
export const shopMigrations = { folder: migrationsFolder, schema: 'drizzle', table: '__drizzle_migrations' }

const LOCK = 7_246_100
const MAX_WAIT_MS = 5 * 60_000
const LOCK_NOT_AVAILABLE = '55P03'
const OLDEST_SERVER = 150_000

type Waiting = { say?: (sentence: string) => void; waitMs?: number }

/** Brings the schema up to date. Several instances may start at once: one works, the others wait for its lock. */
export async function migrate(
  connection: Connection,
  { alongside, ...waiting }: Waiting & { alongside?: () => Promise<void> } = {},
) {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    application_name: 'hundredweight migrations',
  })
  // A connection that breaks fails the statement at work; nothing else has to hear of it.
  client.on('error', () => {})
  await client.connect()
  try {
    await takeLock(client, 'session', waiting)
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
    throw new StartupError('The database server must be PostgreSQL 15 or newer.')
  if (rows[0]?.extensions !== 2)
    throw new StartupError(
      'The database server lacks the extensions pg_trgm and unaccent: install its "contrib" package.',
    )
}

/** Keeps a starting shop from migrating until the caller's transaction is over. */
export async function holdMigrations(client: pg.Client, waiting?: Waiting) {
  await takeLock(client, 'transaction', waiting)
}

async function takeLock(
  client: pg.Client,
  until: 'session' | 'transaction',
  { say = () => {}, waitMs = MAX_WAIT_MS }: Waiting = {},
) {
  const kind = until === 'session' ? 'lock' : 'xact_lock'
  const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_${kind}($1) as taken`, [
    LOCK,
  ])
  if (rows[0]?.taken) return
  const holders = await client.query<{ pid: number }>(
    `select pid from pg_locks join pg_database d on d.oid = database and datname = current_database()
     where locktype = 'advisory' and objid = $1 and granted`,
    [LOCK],
  )
  const minutes = MAX_WAIT_MS / 60_000
  say(`Another instance is preparing the database: waiting for it, ${minutes} minutes at most.`)
  try {
    await client.query(`select set_config('lock_timeout', $1, false)`, [String(waitMs)])
    await client.query(`select pg_advisory_${kind}($1)`, [LOCK])
    await client.query('reset lock_timeout')
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== LOCK_NOT_AVAILABLE) throw error
    throw new StartupError(
      `Another instance has kept the database for longer than ${minutes} minutes: end it (PostgreSQL's process ${holders.rows[0]?.pid}), then start again.`,
    )
  }
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
    throw new StartupError(
      'The database was made by a newer version of the shop: install that version or restore an older backup.',
    )
}
