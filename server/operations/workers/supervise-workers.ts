import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { type Config, environmentVariables, readConfig } from '../../config.ts'
import type { MetricsSnapshot } from '../../platform/metrics/collect-metrics.ts'
import { startMetricsServer } from '../../platform/metrics/metrics-server.ts'
import { sumCounters } from '../../platform/metrics/sum-counters.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { assertPortFree } from '../processes/assert-port-free.ts'
import type { ChildProcesses, StartedProcesses } from '../processes/postgres-and-sandbox.ts'
import { launchWorker, type Worker } from './launch-worker.ts'

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
const STEADY_MS = 10_000

/** What all workers and what they share must agree on. */
const FIXED = {
  SHOP_ENV: 'live',
  PORT: 'port',
  HOST: 'host',
  WORKERS: 'workers',
  DATA_DIR: 'dataDir',
  DATABASE_URL: 'databaseUrl',
  DATABASE_POOL: 'databasePool',
  SANDBOX: 'sandboxFile',
  METRICS_PORT: 'metrics',
} as const satisfies Record<string, keyof Config>

type Place = { number: number; worker: Worker }

/** Opens the shop in several processes that share its port, and replaces each that ends by itself, until closed. */
export async function superviseWorkers(
  config: Config,
  log: Logger,
  { variables, children }: { variables: Record<string, string | undefined>; children: ChildProcesses },
) {
  const closing = new AbortController()
  const living = new Set<Worker>()
  const started = whenStarted(config, children)
  // Whoever awaits it sees the failure; until then it must not count as unhandled.
  started.catch(() => {})
  let countedByEnded: Promise<MetricsSnapshot> = Promise.resolve([])
  let current = variables
  let restarting = Promise.resolve()
  // However this process ends, short of being killed: then the end of their channels tells them.
  process.on('exit', () => {
    for (const worker of living) worker.kill()
  })

  function launch(number: number, settings = current): Worker {
    const worker = launchWorker(number, settings, started)
    living.add(worker)
    worker.ended.then(() => {
      living.delete(worker)
      countedByEnded = Promise.all([countedByEnded, worker.collectMetrics()]).then(sumCounters)
    })
    return worker
  }

  /** Migrations, first admin and demo catalogue are the first worker's, so the others start after it. */
  async function launchAll(): Promise<Place[]> {
    const first = { number: 1, worker: launch(1) }
    await started
    await assertOpened(first)
    const others = Array.from({ length: config.workers - 1 }, (_, index) => ({
      number: index + 2,
      worker: launch(index + 2),
    }))
    await Promise.all(others.map(assertOpened))
    return [first, ...others]
  }

  async function keepOpen(place: Place) {
    let pauseMs = FIRST_PAUSE_MS
    while (!closing.signal.aborted) {
      const { worker } = place
      const how = await worker.ended
      if (closing.signal.aborted || place.worker !== worker) continue
      const problem = await worker.opened
      if (problem) log.error({ worker: place.number }, `A worker could not start: ${problem}`)
      else log.error({ worker: place.number, how }, 'a worker ended and is replaced')
      if (worker.openForMs() > STEADY_MS) pauseMs = FIRST_PAUSE_MS
      while (!closing.signal.aborted && place.worker === worker) {
        await delay(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
        pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)
        try {
          if (!closing.signal.aborted && place.worker === worker) place.worker = launch(place.number)
        } catch (err) {
          log.error({ err, worker: place.number }, 'a worker could not be launched')
        }
      }
    }
  }

  async function restartAll() {
    const settings = readSettings(config, log)
    if (!settings) return
    for (const place of places) {
      if (closing.signal.aborted) return
      const successor = launch(place.number, settings)
      const problem = await successor.opened
      if (closing.signal.aborted) return
      if (problem) return log.error({}, `The restart ends here, the other workers go on: ${problem}`)
      current = settings
      const predecessor = place.worker
      place.worker = successor
      predecessor.retire()
      await predecessor.ended
    }
    log.info({}, 'all workers were restarted')
  }

  const collectMetrics = () =>
    Promise.all([countedByEnded, ...[...living].map((worker) => worker.collectMetrics())])

  const metricsServer = config.metrics && (await startMetricsServer(config.metrics, collectMetrics, log))
  const places = await launchAll()
  for (const place of places) void keepOpen(place)
  return {
    /** One after the other, with the settings as they are now; each is open before its predecessor closes. */
    restart() {
      restarting = restarting
        .then(restartAll)
        .catch((err: unknown) => log.error({ err }, 'the workers could not be restarted'))
    },

    async close() {
      closing.abort()
      for (const worker of living) worker.close()
      await Promise.all([...living].map(({ ended }) => ended))
      await metricsServer?.close()
    },
  }
}

/** Where the processes are that all workers share, once these run and the port is found free. */
async function whenStarted(config: Config, children: ChildProcesses): Promise<StartedProcesses> {
  const postgres = await children.postgres
  await assertPortFree(config)
  const sandbox = await children.sandbox
  return {
    secrets: children.secrets,
    postgres: postgres?.connection ?? null,
    sandbox: sandbox && { port: sandbox.port, mailPort: sandbox.mailPort },
  }
}

async function assertOpened({ worker }: Place) {
  const problem = await worker.opened
  if (problem) throw new StartupError(problem)
}

/** Null, and a line in the log, where the workers cannot be restarted with what is set now. */
function readSettings(config: Config, log: Logger) {
  try {
    const variables = environmentVariables()
    const changed = readConfig(variables)
    const fixed = Object.entries(FIXED).filter(
      ([, field]) => !isDeepStrictEqual(changed[field], config[field]),
    )
    if (fixed.length === 0) return variables
    const names = fixed.map(([name]) => name).join(', ')
    log.error({}, `The workers are not restarted: to change ${names}, restart the whole shop.`)
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    log.error({}, `The workers are not restarted. ${error.message}`)
  }
  return null
}
