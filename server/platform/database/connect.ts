import { sql } from 'drizzle-orm'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import * as schema from './schema.ts'
import { POOL_EXHAUSTED, SharedPool } from './shared-pool.ts'

export type Connection =
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string }
export type Database = NodePgDatabase<typeof schema> & { $client: SharedPool }
/** One connection, or a pool of them. */
export type Session = NodePgDatabase<typeof schema>
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Shows in the server's list of connections that a shop is running. */
export const APPLICATION_NAME = 'hundredweight'

const CONNECT_MS = 2_000
const SERVER_LIMITS = ['statement_timeout', 'idle_in_transaction_session_timeout']
/** Finds out within seconds that the server's machine is gone although nobody has closed the connection. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** A bounded pool. `onError` is called for connections that break while idle; without it such an error would end the process. */
export function connect(connection: Connection, onError: (error: Error) => void, size = 10): Database {
  const pool = new SharedPool({
    ...connection,
    ...KEEP_ALIVE,
    max: size,
    // One stays open, so that the server can tell that a shop is running.
    min: 1,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    // Above the server's own limit: a server that does not respond enforces none.
    query_timeout: 11_000,
    application_name: APPLICATION_NAME,
    onConnect: setLimits(connection),
  })
  pool.on('error', onError)
  reclaimBrokenClients(pool)
  discardUncertainClients(pool)
  return drizzle({ client: pool, schema })
}

/** By a statement, because PgBouncer refuses connections that bring these limits along. What DATABASE_URL says of them counts. */
function setLimits(connection: Connection) {
  const given = 'connectionString' in connection ? new URL(connection.connectionString).searchParams : null
  const text = SERVER_LIMITS.filter((name) => !given?.has(name))
    .map((name) => `set ${name} = '10s'`)
    .join(';')
  const statement: pg.QueryConfig & { query_timeout: number } = { text, query_timeout: CONNECT_MS }
  return (client: pg.ClientBase) => client.query(statement)
}

/** A connection for work that may take long, outside the pool and its time limits. */
export async function connectForLong(connection: Connection, work: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 5_000,
    application_name: `hundredweight ${work}`,
  })
  // A connection that breaks fails the statement at work; nothing else has to hear of it.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** The same for stores. */
export async function openLongSession(connection: Connection, work: string) {
  const client = await connectForLong(connection, work)
  return { db: drizzle({ client, schema }) as Session, close: () => client.end() }
}

/** Drizzle releases a client only after its transaction has begun; one that breaks before would occupy its slot forever. */
function reclaimBrokenClients(pool: pg.Pool) {
  const checkedOut = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => checkedOut.add(client))
  pool.on('release', (_error, client) => checkedOut.delete(client))
  pool.on('connect', (client) => {
    // The pool listens to idle connections only. One that breaks between the statements of a transaction fails the next
    // of them; without a listener it would end the process.
    client.on('error', () => {})
    client.once('end', () => {
      if (!checkedOut.has(client)) return
      const { release } = client
      client.release = () => {}
      release(true)
    })
  })
}

/**
 * A statement that timed out may still be running, and the next one would become part of its transaction and be lost with
 * it. A server that has become read-only is no longer the primary. Such connections are never reused.
 */
function discardUncertainClients(pool: pg.Pool) {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...sent: unknown[]) => unknown
    client.query = ((...sent: unknown[]) => {
      const result = query(...sent)
      // Without a promise it is the pool's own query, and the pool discards a connection after any error.
      if (result instanceof Promise)
        result.catch((error) => {
          if (error.message === TIMED_OUT || error.code === READ_ONLY) void client.end()
        })
      return result
    }) as typeof client.query
  })
  pool.on('release', (_error, client) => {
    if (client.getTransactionStatus() !== IDLE) void client.end()
  })
}

const TIMED_OUT = 'Query read timeout'
const READ_ONLY = '25006'
const IDLE = 'I'

/** Whether an error means that the database is unavailable, as opposed to refusing a statement. */
export function isDatabaseUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = (cause as Error & { code?: string }).code ?? ''
    // 08: connection failures. 25006: read-only after a failover. 25P03: idle for too long. 53: out of connections, memory or
    // disk. 57014: beyond its time limit. 57P01–57P03: shutting down, crashed, starting.
    if (
      /^(08...|25006|25P03|53...|57014|57P0[123]|ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/.test(
        code,
      )
    )
      return true
    if (
      /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|connection error|not currently accepting connections/.test(
        cause.message,
      )
    )
      return true
  }
  return false
}

/** Why the database is unavailable, for the log and the health check. */
export function describeOutage(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause.message === POOL_EXHAUSTED) return 'all connections to the database are busy'
  return 'the database is unreachable'
}

/** The SQLSTATE of a refused statement. */
export const sqlState = (error: unknown) => refusalOf(error)?.code

/** The constraint or unique index by which a statement was refused. */
export const violatedConstraint = (error: unknown) => refusalOf(error)?.constraint

/** Drizzle keeps the driver's error as the cause. */
function refusalOf(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof pg.DatabaseError) return cause
  return undefined
}

/** Throws while the database cannot be used. */
export async function ping(db: Database) {
  await db.execute(sql`select 1`)
}
