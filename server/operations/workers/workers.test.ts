import { once } from 'node:events'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { freshEnvironment } from '#test/fresh-environment.ts'
import { startServer, stopServer } from '#test/server-process.ts'
import { workersOf } from '#test/worker-pids.ts'
import { sharesPorts } from '../processes/accept-crowds.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })
const patience = { timeout: 60_000, interval: 20 }

const place = freshEnvironment()

/** Two workers, and what they have written to the log. */
async function startWorkers(variables: Record<string, string> = {}) {
  let written = ''
  const settings = { ...place.settings, WORKERS: '2', LOG_LEVEL: 'debug', ...variables }
  const supervisor = await startServer(settings, undefined, [], (text) => {
    written += text
  })
  onTestFinished(() => stopServer(supervisor, 'SIGKILL'))
  return { supervisor, written: () => written, workers: () => workersOf(supervisor.pid as number) }
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
const nobodyLeft = (pids: number[]) => vi.waitUntil(() => !pids.some(isRunning), patience)

/** A request on a connection of its own; null when there was no answer. */
async function visit(target = '/healthz'): Promise<number | null> {
  const { promise, resolve } = Promise.withResolvers<number | null>()
  request(place.origin + target, { agent: false }, (answer) => {
    answer.resume().once('end', () => resolve(answer.statusCode ?? null))
  })
    .once('error', () => resolve(null))
    .end()
  return promise
}

test.skipIf(!sharesPorts)(
  'two workers answer on one port; one that is killed is replaced, all are restarted in turn, and the port never stops answering',
  async () => {
    const metricsPort = await freePort()
    const { supervisor, written, workers } = await startWorkers({ METRICS_PORT: String(metricsPort) })
    /** How often all workers say that they were asked how they are, those that have ended included. */
    const countVisits = async () => {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^shop_http_requests_total\{.*"\/healthz".*"200".*\} (\d+)$/m.exec(text)?.[1])
    }
    const first = workers()
    expect(first).toHaveLength(2)
    const haveAnswered = (since: number) =>
      vi.waitUntil(async () => {
        await visit()
        const lines = written().slice(since).split('\n')
        const answered = lines.filter((line) => line.includes('"answered"'))
        return [1, 2].every((worker) => answered.some((line) => line.includes(`"worker":${worker},`)))
      }, patience)
    await haveAnswered(0)

    let answered = 0
    let visiting = true
    let failedInARow = 0
    let mostInARow = 0
    const visits = (async () => {
      while (visiting) {
        const isAnswered = (await visit()) === 200
        if (isAnswered) answered++
        failedInARow = isAnswered ? 0 : failedInARow + 1
        mostInARow = Math.max(mostInARow, failedInARow)
      }
    })()
    process.kill(first[0] as number, 'SIGKILL')
    await vi.waitUntil(() => written().includes('a worker ended and is replaced'), patience)
    await vi.waitUntil(() => workers().length === 2 && !workers().includes(first[0] as number), patience)
    await haveAnswered(written().length)

    const second = workers()
    const visitsBefore = await countVisits()
    expect(visitsBefore).toBeGreaterThan(0)
    const answeredBefore = answered
    supervisor.kill('SIGUSR2')
    await vi.waitUntil(() => written().includes('all workers were restarted'), patience)
    expect(workers().filter((pid) => second.includes(pid))).toEqual([])
    await haveAnswered(written().length)
    visiting = false
    await visits
    expect(await countVisits()).toBeGreaterThanOrEqual(visitsBefore + answered - answeredBefore)
    // Whoever waits in the queue of a worker that ends is reset, and answered by the other one.
    expect(mostInARow).toBeLessThan(3)

    const last = workers()
    const ended = once(supervisor, 'exit')
    supervisor.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(last.filter(isRunning)).toEqual([])
    expect(await visit()).toBe(null)
  },
)

test.skipIf(!sharesPorts)('workers do not outlive a supervisor that is killed', async () => {
  const { supervisor, workers } = await startWorkers()
  const orphans = workers()
  await stopServer(supervisor, 'SIGKILL')
  await nobodyLeft(orphans)
  expect(await visit()).toBe(null)
})

test.skipIf(!sharesPorts)('a port that another program would share is told as one in use', async () => {
  const port = Number(place.settings.PORT)
  const other = createServer().listen({ port, host: '127.0.0.1', reusePort: true })
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  await expect(startWorkers()).rejects.toThrow(new RegExp(`ended with 1: Port ${port} is in use: .*PORT=`))
})

test.skipIf(!sharesPorts)('what keeps the first worker from starting is told in a sentence', async () => {
  const nowhere = 'postgres://shop@127.0.0.1:1/shop'
  await expect(startWorkers({ DATABASE_URL: nowhere })).rejects.toThrow(
    /ended with 1: The database cannot be reached: .*\n$/,
  )
})
