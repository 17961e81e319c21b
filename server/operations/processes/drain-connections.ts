import type { Server } from 'node:http'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'

const LAST_REQUEST_MS = 1_000
const MAX_TURNS = 1_000

/**
 * Prepares a server to close while others listen on its port. Each connection is told with its next response to end, so that
 * few are left to be cut off. Whoever waits to be accepted when the port closes is reset by the kernel: the queue is emptied
 * last of all.
 */
export async function drainConnections(server: Server) {
  server.maxRequestsPerSocket = 1
  await delay(LAST_REQUEST_MS)
  let accepted = true
  const onConnection = () => {
    accepted = true
  }
  server.on('connection', onConnection)
  // Node accepts one connection per turn of the event loop.
  for (let turn = 0; accepted && turn < MAX_TURNS; turn++) {
    accepted = false
    await setImmediate()
  }
  server.off('connection', onConnection)
}
