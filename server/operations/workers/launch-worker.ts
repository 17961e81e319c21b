import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { MetricsSnapshot } from '../../platform/metrics/collect-metrics.ts'
import type { StartedProcesses } from '../processes/postgres-and-sandbox.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const ENTRY = path.join(import.meta.dirname, 'worker.ts')
const OVERTIME_MS = 15_000
const METRICS_MS = 2_000

export type Worker = {
  /** Null once it is open, otherwise why it could not open. */
  opened: Promise<string | null>
  /** How it ended. */
  ended: Promise<string>
  openForMs(): number
  /** What it has counted; the last that is known of one that does not answer. */
  collectMetrics(): Promise<MetricsSnapshot>
  /** Requests in progress are answered, unless it is not open yet. */
  close(): void
  /** The same, while others take its clients. */
  retire(): void
  kill(): void
}

/** Starts a process that loads the program, and opens it as soon as what it needs is there. */
export function launchWorker(
  worker: number,
  variables: Record<string, string | undefined>,
  started: Promise<StartedProcesses>,
): Worker {
  const child = fork(ENTRY, {
    env: variables,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Its own process group: Ctrl-C reaches only the supervisor, which then closes the workers.
    detached: true,
  })
  const opened = Promise.withResolvers<string | null>()
  const ended = Promise.withResolvers<string>()
  let openSince: number | null = null
  let metrics: MetricsSnapshot = []
  child.on('message', (message: FromWorker) => {
    if (message.kind === 'metrics') metrics = message.snapshot
    if (message.kind === 'failed') opened.resolve(message.sentence)
    if (message.kind !== 'opened') return
    openSince = performance.now()
    opened.resolve(null)
  })
  const end = (how: string) => {
    opened.resolve(`Worker ${worker} ended with ${how} while it was starting.`)
    ended.resolve(how)
  }
  child.once('exit', (code, signal) => end(signal ?? `code ${code}`))
  child.on('error', (error) => {
    // Otherwise a message could not be delivered, and its end will tell why.
    if (child.pid === undefined) end(error.message)
  })
  const send = (message: ToWorker) => child.connected && child.send(message, () => {})
  const kill = () => void child.kill('SIGKILL')
  const killLater = () => {
    const timer = setTimeout(kill, OVERTIME_MS)
    ended.promise.finally(() => clearTimeout(timer))
  }
  started.then(
    (processes) => send({ kind: 'start', worker, variables, started: processes }),
    () => {},
  )
  return {
    opened: opened.promise,
    ended: ended.promise,
    openForMs: () => (openSince === null ? 0 : performance.now() - openSince),
    async collectMetrics() {
      if (openSince === null || !send({ kind: 'collect-metrics' })) return metrics
      const patience = AbortSignal.timeout(METRICS_MS)
      await Promise.race([ended.promise, once(child, 'message', { signal: patience })]).catch(() => {})
      return metrics
    },
    close() {
      // It has nothing to finish, and may be busy loading.
      if (openSince === null) return kill()
      if (child.connected) child.disconnect()
      killLater()
    },
    retire() {
      send({ kind: 'retire' })
      killLater()
    },
    kill,
  }
}
