import { inspect } from 'node:util'
import { type Config, readConfig } from '../../config.ts'
import type { Connection, Database } from '../../platform/database/connect.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { createLog } from '../../platform/log/log.ts'
import { redactError } from '../../platform/log/redact-error.ts'
import { readSecrets, type Secrets } from '../../platform/startup/secrets.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { type Arguments, readArguments, type Usage } from '../processes/arguments.ts'
import { openDatabase } from '../processes/open-database.ts'
import { startupErrorMessage } from '../processes/startup-error-message.ts'

type CommandContext = { db: Database; connection: Connection; config: Config; args: Arguments }
/** What was typed after the command, the settings, and where its sentences go. */
type Run = {
  typed: string[]
  readVariables(): Record<string, string | undefined>
  say(sentence: string): void
  complain(sentence: string): void
}

/** A command on the shop's database, whether the shop is running or not; answers the exit code. */
export type Command = (run: Run) => Promise<number>

export function command(
  usage: Usage,
  work: (opened: CommandContext & { secrets: Secrets }) => Promise<string>,
): Command {
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
    const { db, connection, close } = openDatabase(config, embedded, createLog('warn'))
    try {
      return await work({ db, connection, config, args })
    } finally {
      await close()
      await embedded?.stop()
    }
  })

export function commandWithoutDatabase(
  usage: Usage,
  work: (opened: Pick<CommandContext, 'config' | 'args'>) => Promise<string>,
): Command {
  return async ({ typed, readVariables, say, complain }) => {
    try {
      const args = readArguments(usage, typed)
      if ('help' in args) say(args.help)
      else if (args.positionals.length < (usage.minPositionals ?? 0))
        throw new StartupError(`Usage: ${usage.line}`)
      else say(await work({ config: readConfig(readVariables()), args }))
      return 0
    } catch (error) {
      complain(startupErrorMessage(error) ?? inspect(redactError(error), { depth: null }))
      return 1
    }
  }
}

/** The email given on the command line. */
export const emailOf = ({ positionals }: Arguments) => String(positionals[0]).trim().toLowerCase()
