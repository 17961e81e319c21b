import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../test/free-port.ts'
import { startServer, stopServer } from '../test/server-process.ts'
import { heapOf, metricsOf, OBSERVED_ARGUMENTS } from './observed-process.ts'

/** A demo shop of its own for one measurement; `JOBS=off npm run bench` measures it without jobs. */
export async function startShop(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-bench-'))
  const port = await freePort()
  const since = performance.now()
  const start = () =>
    startServer(
      {
        DATA_DIR: dataDir,
        PORT: String(port),
        RATE_LIMIT: 'off',
        JOBS: process.env.JOBS ?? 'on',
        DEMO_ORDERS: 'on',
        ...variables,
      },
      [process.execPath, ...OBSERVED_ARGUMENTS, 'server/main.ts'],
      ['ipc'],
    )
  let server = await start()
  return {
    origin: `http://localhost:${port}`,
    port,
    dataDir,
    startedInMs: performance.now() - since,
    pid: () => server.pid as number,
    metrics: () => metricsOf(server),
    heap: () => heapOf(server),
    /** Stops it and starts it again; how long the start took. */
    async restart() {
      await stopServer(server)
      const again = performance.now()
      server = await start()
      return performance.now() - again
    },
    async stop() {
      await stopServer(server)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
