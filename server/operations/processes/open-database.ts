import type { Config } from '../../config.ts'
import { type Connection, connect, type Database } from '../../platform/database/connect.ts'
import { outsideRequests } from '../../platform/log/request-context.ts'
import type { EmbeddedPostgres } from '../embedded-postgres/start.ts'

export type OpenDatabase = {
  db: Database
  connection: Connection
  close(): Promise<void>
}

type Log = { warn(fields: object, message: string): void }

/** The configured server, or the embedded one that was started for it. */
export function openDatabase(config: Config, embedded: EmbeddedPostgres | null, log: Log): OpenDatabase {
  const connection = embedded ? embedded.connection : { connectionString: config.databaseUrl as string }
  const onError = (error: Error) => log.warn({ reason: error }, 'a database connection broke')
  const db = connect(connection, outsideRequests(onError), config.databasePool)
  return { db, connection, close: () => db.$client.end() }
}
