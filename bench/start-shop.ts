import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '../test/free-port.ts'
import { startServer, stopServer } from '../test/server-process.ts'

/** A demo shop of its own for one measurement. */
export async function startShop(variables: Record<string, string> = {}) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-bench-'))
  const port = await freePort()
  const server = await startServer({ DATA_DIR: dataDir, PORT: String(port), RATE_LIMIT: 'off', ...variables })
  return {
    origin: `http://localhost:${port}`,
    port,
    async stop() {
      await stopServer(server)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
