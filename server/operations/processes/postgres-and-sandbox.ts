import type { Logger } from 'pino'
import type { Config } from '../../config.ts'
import { readSecrets, type Secrets } from '../../platform/startup/secrets.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start.ts'
import { type Sandbox, startSandbox } from './sandbox-client.ts'
import { readSharedSandbox } from './shared-sandbox.ts'

const BESIDE_POOL = 5
const FOR_COMMANDS = 20

export type ChildProcesses = {
  secrets: Secrets
  /** Null when an external PostgreSQL is configured. */
  postgres: Promise<EmbeddedPostgres | null>
  /** Null in live mode. */
  sandbox: Promise<Sandbox | null>
  stop(): Promise<void>
}

/** How another process finds them, once they run. */
export type StartedProcesses = {
  secrets: Secrets
  postgres: EmbeddedPostgres['connection'] | null
  sandbox: Omit<Sandbox, 'stop'> | null
}

/** The processes that the shop starts. They start while the caller loads the rest of the program. */
export function startChildProcesses(config: Config, log: Logger): ChildProcesses {
  const shared = config.sandboxFile ? readSharedSandbox(config.sandboxFile) : null
  const secrets = { ...readSecrets(config.dataDir), ...shared?.keys }
  const postgres = config.databaseUrl
    ? Promise.resolve(null)
    : startEmbeddedPostgres({
        dataDir: config.dataDir,
        settings: { max_connections: String(maxConnections(config)) },
        log: (sentence) => log.info({}, sentence),
      })
  // After the database, which refuses a data folder that another shop is using.
  const sandbox = postgres.then(() => {
    if (config.live) return null
    if (shared) return { ...shared.ports, stop: async () => {} }
    return startSandbox({
      dataDir: config.dataDir,
      secrets,
      webhookUrl: `http://127.0.0.1:${config.port}/api/stripe/webhook`,
      log,
    })
  })
  // Whoever awaits it sees the failure; until then it must not count as unhandled.
  sandbox.catch(() => {})
  return {
    secrets,
    postgres,
    sandbox,
    async stop() {
      await sandbox.then((started) => started?.stop()).catch(() => {})
      await postgres.then((started) => started?.stop()).catch(() => {})
    },
  }
}

/** PostgreSQL's own default is enough for a few workers; one more runs while they are restarted in turn. */
const maxConnections = ({ workers, databasePool }: Config) =>
  Math.max(100, (workers + 1) * (databasePool + BESIDE_POOL) + FOR_COMMANDS)

/** For a process that uses what another one has started, and will stop. */
export function startedElsewhere({ secrets, postgres, sandbox }: StartedProcesses): ChildProcesses {
  const stop = async () => {}
  return {
    secrets,
    postgres: Promise.resolve(postgres && { connection: postgres, owned: false, stop }),
    sandbox: Promise.resolve(sandbox && { ...sandbox, stop }),
    stop,
  }
}
