import { createServer, type ListenOptions } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { listenAt } from './listen.ts'

// Workers of a supervisor that was killed close their port a moment after its end.
const STRAGGLERS_MS = 1_000
const POLL_MS = 50

/**
 * Fails with a sentence unless several processes can share the shop's port and none listens on it yet: workers would share
 * it with those of another shop without noticing.
 */
export async function assertPortFree({ host, port }: Pick<Config, 'host' | 'port'>) {
  await listenAt({ host, port }, (address) => listenBriefly({ host: address, port }, STRAGGLERS_MS))
  await listenAt({ host, port }, (address) => listenBriefly({ host: address, port, reusePort: true }))
}

async function listenBriefly(options: ListenOptions, patienceMs = 0): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer()
  server.once('error', reject)
  server.listen(options, () => server.close(() => resolve()))
  try {
    await promise
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || patienceMs <= 0) throw error
    await delay(POLL_MS)
    await listenBriefly(options, patienceMs - POLL_MS)
  }
}
