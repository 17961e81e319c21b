import { flushCompileCache } from 'node:module'
import { readConfig } from '../../config.ts'
import { loadShop } from '../../load-shop.ts'
import type { OpenShop } from '../../open-shop.ts'
import { captureConsole, createLog } from '../../platform/log/log.ts'
import { startedElsewhere } from '../processes/postgres-and-sandbox.ts'
import { CLOSING_SIGNALS, DRAIN_MS, exitWithError, prepareProcess } from '../processes/process-setup.ts'
import type { FromWorker, ToWorker } from './messages.ts'

// One of several processes that share the shop's port; supervise-workers.ts starts it and tells it what to do.
prepareProcess()
const start = Promise.withResolvers<Extract<ToWorker, { kind: 'start' }>>()
let shop: OpenShop | undefined
let ending = false

process.on('message', (message: ToWorker) => {
  if (message.kind === 'start') start.resolve(message)
  if (message.kind === 'collect-metrics') void tellMetrics()
  if (message.kind === 'retire') void end('retire')
})
process.once('disconnect', () => end('close'))
// Sent by a service manager to all processes of the shop, or by somebody who wants this one replaced.
for (const signal of CLOSING_SIGNALS) process.on(signal, () => end('close'))
// Meant for the supervisor, but sent to every process of a service.
process.on('SIGUSR2', () => {})

try {
  const open = await loadShop()
  const { worker, variables, started } = await start.promise
  const config = readConfig(variables)
  const log = createLog(config.logLevel).child({ worker })
  captureConsole(log)
  shop = await open(config, log, { children: startedElsewhere(started), worker })
  tell({ kind: 'opened' })
  flushCompileCache()
} catch (error) {
  const { startupErrorMessage } = await import('../processes/startup-error-message.ts')
  const sentence = startupErrorMessage(error)
  if (sentence === null) exitWithError(error)
  tell({ kind: 'failed', sentence }, () => process.exit(1))
}

/** Requests in progress are answered; what is not open yet ends at once. */
async function end(how: 'close' | 'retire') {
  if (ending) return
  ending = true
  if (!shop) process.exit(1)
  setTimeout(() => process.exit(1), DRAIN_MS).unref()
  await shop[how]()
  await tellMetrics()
  process.exit(0)
}

async function tellMetrics() {
  const snapshot = await shop?.collectMetrics()
  if (snapshot) await new Promise<void>((told) => tell({ kind: 'metrics', snapshot }, told))
}

function tell(message: FromWorker, told: () => void = () => {}) {
  process.send?.(message, undefined, undefined, told)
}
