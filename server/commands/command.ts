import { inspect } from 'node:util'
import { type Arguments, readArguments, type Usage } from '../arguments.ts'
import { type Config, environmentVariables, readConfig } from '../config.ts'
import type { Connection, Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { createLog } from '../log.ts'
import { redactError } from '../redact-error.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { StartupError } from '../startup-error.ts'
import { startupErrorMessage } from '../startup-error-message.ts'

type CommandContext = { db: Database; connection: Connection; config: Config; args: Arguments }

/** Runs one command on the shop's database, whether the shop is running or not, and prints its result. */
export function command(
  usage: Usage,
  work: (opened: CommandContext & { secrets: Secrets }) => Promise<string>,
) {
  return commandWithoutMigration(usage, async (opened) => {
    await migrate(opened.connection, { say: console.error })
    return work({ ...opened, secrets: readSecrets(opened.config.dataDir) })
  })
}

/** The same on a database of any version, even an empty one. */
export const commandWithoutMigration = (usage: Usage, work: (opened: CommandContext) => Promise<string>) =>
  commandWithoutDatabase(usage, async ({ config, args }) => {
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: config.dataDir, share: true })
    const database = openDatabase(config, embedded, createLog('warn'))
    try {
      return await work({ db: database.db, connection: database.connection, config, args })
    } finally {
      await database.close()
      await embedded?.stop()
    }
  })

export async function commandWithoutDatabase(
  usage: Usage,
  work: (opened: Pick<CommandContext, 'config' | 'args'>) => Promise<string>,
) {
  try {
    const args = readArguments(usage, process.argv.slice(2))
    if ('help' in args) return console.log(args.help)
    if (args.positionals.length < (usage.minPositionals ?? 0)) throw new StartupError(`Usage: ${usage.line}`)
    console.log(await work({ config: readConfig(environmentVariables()), args }))
  } catch (error) {
    console.error(startupErrorMessage(error) ?? inspect(redactError(error), { depth: null }))
    process.exitCode = 1
  }
}

/** The email given on the command line. */
export const emailOf = ({ positionals }: Arguments) => String(positionals[0]).trim().toLowerCase()
