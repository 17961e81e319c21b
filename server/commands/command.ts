import { inspect } from 'node:util'
import { type Config, environmentVariables, readConfig } from '../config.ts'
import { type Connection, type Database, isDatabaseAway } from '../database/connect.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { describeError } from '../describe-error.ts'
import { createLog } from '../log.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { StartProblem } from '../start-problem.ts'

type Opened = { db: Database; connection: Connection; config: Config }

/** Runs one piece of work on the shop's database, beside a running shop or without one, and says how it ended. */
export function command(work: (opened: Opened & { secrets: Secrets }) => Promise<string>) {
  return commandAsItIs(async (opened) => {
    await migrate(opened.connection, { say: console.error })
    return work({ ...opened, secrets: readSecrets(opened.config.dataDir) })
  })
}

/** The same on a database of any age, also on one that is still empty. */
export async function commandAsItIs(work: (opened: Opened) => Promise<string>) {
  try {
    const config = readConfig(environmentVariables())
    const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, share: true })
    const database = openDatabase(config, embedded, createLog('warn'))
    try {
      console.log(await work({ db: database.db, connection: database.connection, config }))
    } finally {
      await database.close()
      await embedded?.stop()
    }
  } catch (error) {
    console.error(sentenceOf(error) ?? inspect(describeError(error), { depth: null }))
    process.exitCode = 1
  }
}

function sentenceOf(error: unknown): string | null {
  if (error instanceof StartProblem) return error.message
  return isDatabaseAway(error)
    ? 'The database cannot be reached: is it running, and is DATABASE_URL right?'
    : null
}

export class CommandProblem extends StartProblem {}

/** The e-mail given on the command line. */
export function emailArgument(usage: string): string {
  const email = process.argv[2]?.trim().toLowerCase()
  if (!email) throw new CommandProblem(`Usage: ${usage}`)
  return email
}
