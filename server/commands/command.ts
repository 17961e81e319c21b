import { inspect } from 'node:util'
import { type Arguments, readArguments, type Usage } from '../arguments.ts'
import { type Config, environmentVariables, readConfig } from '../config.ts'
import type { Connection, Database } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open-database.ts'
import { describeError } from '../describe-error.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { createLog } from '../log.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { StartupError } from '../startup-error.ts'
import { startupSentence } from '../startup-sentence.ts'

type Opened = { db: Database; connection: Connection; config: Config; given: Arguments }

/** Runs one piece of work on the shop's database, beside a running shop or without one, and says how it ended. */
export function command(usage: Usage, work: (opened: Opened & { secrets: Secrets }) => Promise<string>) {
  return commandAsItIs(usage, async (opened) => {
    await migrate(opened.connection, { say: console.error })
    return work({ ...opened, secrets: readSecrets(opened.config.dataDir) })
  })
}

/** The same on a database of any age, also on one that is still empty. */
export async function commandAsItIs(usage: Usage, work: (opened: Opened) => Promise<string>) {
  try {
    const given = readArguments(usage, process.argv.slice(2))
    if ('help' in given) return console.log(given.help)
    if (given.words.length < (usage.needs ?? 0)) throw new StartupError(`Usage: ${usage.line}`)
    const config = readConfig(environmentVariables())
    const embedded = config.databaseUrl
      ? null
      : await startEmbeddedPostgres({ dataDir: config.dataDir, share: true })
    const database = openDatabase(config, embedded, createLog('warn'))
    try {
      console.log(await work({ db: database.db, connection: database.connection, config, given }))
    } finally {
      await database.close()
      await embedded?.stop()
    }
  } catch (error) {
    console.error(startupSentence(error) ?? inspect(describeError(error), { depth: null }))
    process.exitCode = 1
  }
}

/** The email given on the command line. */
export const emailOf = ({ words }: Arguments) => String(words[0]).trim().toLowerCase()
