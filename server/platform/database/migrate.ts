import path from 'node:path'
import pg from 'pg'
import { StartupError } from '../startup/startup-error.ts'
import { APPLICATION_NAME, type Connection, connectForLong } from './connect.ts'
import { applyMissing, type MigrationSet } from './migration-set.ts'

export const shopMigrations: MigrationSet = {
  folder: path.join(import.meta.dirname, 'migrations'),
  schema: 'drizzle',
  table: '__drizzle_migrations',
}

const LOCK = 7_246_100
const MAX_WAIT_MS = 5 * 60_000
const LOCK_NOT_AVAILABLE = '55P03'
const SESSION_ROUNDS = 3
const OLDEST_SERVER = 150_000

type Waiting = { say?: (sentence: string) => void; waitMs?: number }
/** `othersRun`: whether other instances of the shop were using the database when this one began. */
type Work = {
  sets?: MigrationSet[]
  /** Whatever it throws leaves the database as it is. */
  beforehand?: (client: pg.Client) => Promise<void>
  afterwards?: (found: { othersRun: boolean }) => Promise<void>
}

/** Brings the database up to date. Several instances may start at once: one works, the others wait for its lock. */
export async function migrate(
  connection: Connection,
  { sets = [shopMigrations], beforehand, afterwards, ...waiting }: Waiting & Work = {},
) {
  const client = await connectForLong(connection, 'migrations')
  try {
    await assertOwnSession(client, connection)
    await takeLock(client, 'session', waiting)
    await assertServer(client)
    await beforehand?.(client)
    const othersRun = await isShopRunning(client)
    for (const set of sets) await applyMissing(client, set)
    await afterwards?.({ othersRun })
  } finally {
    await client.end()
  }
}

export async function assertServer(client: pg.Client) {
  const { rows } = await client.query<{ version: number; encoding: string; extensions: number }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
       (select count(*)::int from pg_available_extensions where name in ('pg_trgm', 'unaccent')) as extensions`,
  )
  if ((rows[0]?.version ?? 0) < OLDEST_SERVER)
    throw new StartupError('The database server must be PostgreSQL 15 or newer.')
  if (rows[0]?.encoding !== 'UTF8')
    throw new StartupError(
      `The database has the encoding ${rows[0]?.encoding}: create one with "encoding 'UTF8' template template0".`,
    )
  if (rows[0]?.extensions !== 2)
    throw new StartupError(
      'The database server lacks the extensions pg_trgm and unaccent: install its "contrib" package.',
    )
}

/**
 * A connection has one server process of its own, unless a pooler lends it one for each transaction: then it shares one with
 * another connection, or has to take the next while the other is in a transaction.
 */
async function assertOwnSession(client: pg.Client, connection: Connection) {
  if (!('connectionString' in connection)) return
  const other = await connectForLong(connection, 'check')
  try {
    const own = await serverProcess(client)
    let isOwn = own !== (await serverProcess(other))
    for (let round = 0; isOwn && round < SESSION_ROUNDS; round++) {
      await other.query('begin')
      isOwn = own === (await serverProcess(client))
      await other.query('rollback')
    }
    if (!isOwn)
      throw new StartupError(
        'DATABASE_URL points to a pooler in transaction mode, where locks and prepared statements are not reliable: set PgBouncer to pool_mode = session, or connect to PostgreSQL directly.',
      )
  } finally {
    await other.end()
  }
}

async function serverProcess(client: pg.Client) {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}

/** The caller's own pool has not connected yet. */
async function isShopRunning(client: pg.Client) {
  const { rowCount } = await client.query(
    'select from pg_stat_activity where datname = current_database() and application_name = $1 limit 1',
    [APPLICATION_NAME],
  )
  return rowCount !== 0
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
