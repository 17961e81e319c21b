import type { Config } from '../config.ts'
import { type Connection, connect, type Database } from './connect.ts'
import { startEmbedded } from './embedded.ts'

export type OpenDatabase = {
  db: Database
  connection: Connection
  close(): Promise<void>
}

/** The configured server, or the embedded one with its data in the data folder. */
export async function openDatabase(
  config: Config,
  log: { warn(fields: object, message: string): void; info(fields: object, message: string): void },
  options: { share?: boolean } = {},
): Promise<OpenDatabase> {
  const embedded = config.databaseUrl
    ? null
    : await startEmbedded({
        dataDir: config.dataDir,
        share: options.share,
        say: (sentence) => log.info({}, sentence),
      })
  const connection = embedded ? embedded.connection : { connectionString: config.databaseUrl as string }
  const db = connect(connection, (error) =>
    log.warn({ reason: error.message }, 'a database connection broke'),
  )
  return {
    db,
    connection,
    async close() {
      await db.$client.end()
      await embedded?.stop()
    },
  }
}
