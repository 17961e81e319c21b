import { enableCompileCache, flushCompileCache } from 'node:module'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { inspect } from 'node:util'
import { readArguments } from './arguments.ts'
import { startChildProcesses } from './child-processes.ts'
import { environmentVariables, readConfig } from './config.ts'
import { captureConsole, createLog } from './log.ts'
import { redactError } from './redact-error.ts'

const USAGE = {
  line: 'npm start',
  description:
    'Opens the shop. Settings are environment variables or lines of a .env file; README.md lists them, and the other commands.',
  flags: {
    dev: 'takes the pages from their sources, with hot reload; "npm run dev" also restarts the server',
  },
}
const DRAIN_MS = 10_000
// Ctrl-C reaches the shop twice: from the terminal, and forwarded by npm.
const SAME_SIGNAL_MS = 1_000

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 22)) {
  console.error(`Node ${process.versions.node} is too old: the shop needs 22.22 or newer.`)
  process.exit(1)
}

// Node would print the error with all of its fields.
process.on('uncaughtException', (error) => fail(error))
enableCompileCache(path.join(import.meta.dirname, '../node_modules/.cache/node'))
try {
  const given = readArguments(USAGE, process.argv.slice(2))
  if ('help' in given) {
    console.log(given.help)
    process.exit(0)
  }
  const config = readConfig(environmentVariables())
  const log = createLog(config.logLevel)
  const development = given.has('dev')
  if (!development) captureConsole(log)
  const children = startChildProcesses(config, log)
  // Loading modules blocks the event loop, so the sandbox must have been started before.
  await children.postgres
  // React renders several times slower in development mode.
  if (!development) process.env.NODE_ENV ??= 'production'
  const [{ openShop }, { createIdentity }] = await Promise.all([
    import('./open-shop.ts'),
    import('#identity/identity.ts'),
  ])
  const shop = await openShop(config, log, {
    createIdentity,
    children,
    development,
    onFirstAdmin: ({ email, password, file }) =>
      console.log(
        // A service's output ends up in a log.
        process.stdout.isTTY
          ? `The first admin is ${email} with the password ${password} (also in ${file}).`
          : `The first admin is ${email}; the password is in ${file}.`,
      ),
  })
  closeOnSignals(shop.close)
  // Fastify logs where it listens on the next turn; the line for people comes last.
  await setImmediate()
  console.log(
    `${config.shopName} is open at ${shop.address}${config.live ? '' : ' (demo mode: no real money moves)'}`,
  )
  flushCompileCache()
} catch (error) {
  const { startupErrorMessage } = await import('./startup-error-message.ts')
  fail(error, startupErrorMessage(error))
}

/** Requests finish, then the database stops. A second signal exits at once. */
function closeOnSignals(close: () => Promise<void>) {
  let closingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
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

/** Writes to stderr directly: the console is redirected to the log. */
function fail(error: unknown, sentence: string | null = null): never {
  process.stderr.write(`${sentence ?? inspect(redactError(error), { depth: null })}\n`)
  process.exit(1)
}
