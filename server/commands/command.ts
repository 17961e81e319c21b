import { environmentVariables, readConfig } from '../config.ts'
import { isDatabaseAway } from '../database/connect.ts'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { createLog } from '../log.ts'
import { readSecrets, type Secrets } from '../secrets.ts'
import { StartProblem } from '../start-problem.ts'

type Work = (opened: {
  db: Awaited<ReturnType<typeof openDatabase>>['db']
  config: ReturnType<typeof readConfig>
  secrets: Secrets
}) => Promise<string>

/** Runs one piece of work on the shop's database, beside a running shop or without one, and says how it ended. */
export async function command(work: Work) {
  try {
    const config = readConfig(environmentVariables())
    const database = await openDatabase(config, createLog('warn'), { share: true })
    try {
      await migrate(database.connection)
      console.log(await work({ db: database.db, config, secrets: readSecrets(config.dataDir) }))
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(sentenceOf(error) ?? error)
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
