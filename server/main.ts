import { flushCompileCache } from 'node:module'
import { setImmediate } from 'node:timers/promises'
import { environmentVariables, readConfig } from './config.ts'
import { loadShop } from './load-shop.ts'
import { readArguments } from './operations/processes/arguments.ts'
import { startChildProcesses } from './operations/processes/postgres-and-sandbox.ts'
import {
  CLOSING_SIGNALS,
  DRAIN_MS,
  exitWithError,
  prepareProcess,
} from './operations/processes/process-setup.ts'
import { superviseWorkers } from './operations/workers/supervise-workers.ts'
import { captureConsole, createLog } from './platform/log/log.ts'

const USAGE = {
  line: 'npm start',
  description:
    'Opens the shop. Settings are environment variables or lines in a .env file; docs/settings.md lists them, README.md the other commands.',
  flags: {
    dev: 'takes the pages from their sources, with hot reload; "npm run dev" also restarts the server',
  },
}
// Ctrl-C reaches the shop twice: from the terminal, and forwarded by npm.
const SAME_SIGNAL_MS = 1_000

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(`Node ${process.versions.node} is too old: the shop needs 22.22 or newer.`)
  process.exit(1)
}

prepareProcess()
try {
  const given = readArguments(USAGE, process.argv.slice(2))
  if ('help' in given) {
    console.log(given.help)
    process.exit(0)
  }
  const variables = environmentVariables()
  const config = readConfig(variables)
  const log = createLog(config.logLevel)
  const development = given.has('dev')
  if (!development) captureConsole(log)
  const isSupervisor = config.workers > 1 && !development
  let restart = () =>
    log.warn(
      {},
      `SIGUSR2 restarts workers: ${isSupervisor ? 'they are starting' : 'this shop is one process'}`,
    )
  process.on('SIGUSR2', () => restart())
  const children = startChildProcesses(config, log)
  if (isSupervisor) {
    const workers = await superviseWorkers(config, log, { variables, children })
    restart = workers.restart
    closeOnSignals(async () => {
      await workers.close()
      await children.stop()
    })
  } else {
    if (config.workers > 1) log.info({}, 'npm run dev uses one process, whatever WORKERS says')
    // Loading modules blocks the event loop, so the sandbox must have been started before.
    await children.postgres
    const open = await loadShop({ development })
    const shop = await open(config, log, { children })
    closeOnSignals(shop.close)
    // Fastify logs where it listens on the next turn; the line for people comes last.
    await setImmediate()
  }
  console.log(
    `${config.shopName} is open at ${config.origin}${config.live ? '' : ' (demo mode: no real charges are made)'}`,
  )
  flushCompileCache()
} catch (error) {
  const { startupErrorMessage } = await import('./operations/processes/startup-error-message.ts')
  exitWithError(error, startupErrorMessage(error))
}

/** Requests finish, then the database stops. A second signal exits at once. */
function closeOnSignals(close: () => Promise<void>) {
  let closingSince: number | null = null
  for (const signal of CLOSING_SIGNALS)
    process.on(signal, async () => {
      if (closingSince !== null) {
        if (performance.now() - closingSince > SAME_SIGNAL_MS) process.exit(1)
        return
      }
      closingSince = performance.now()
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      await close()
      process.exit(0)
    })
}
