import type { Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'

/** In addition to the server's own socket. */
const FURTHER_SOCKETS = 7
const CLOSING_PAUSE_MS = 50

/** Whether several sockets can listen on one port and share its connections. */
export const sharesPorts = process.platform === 'linux'

/**
 * Listens on the server's port with further sockets. Node accepts one connection per socket and turn of the event loop: with one
 * socket, everybody would wait behind a crowd that connects at once.
 */
export async function acceptCrowds(server: Server, backlog: number): Promise<() => Promise<void>> {
  if (!sharesPorts) return async () => {}
  const { address: host, port } = server.address() as AddressInfo
  const doors = Array.from({ length: FURTHER_SOCKETS }, () =>
    createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit('connection', socket)),
  )
  for (const door of doors) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    door.once('error', reject)
    door.listen({ host, port, backlog, reusePort: true }, resolve)
    await promise
  }
  return async () => {
    // The server closes idle connections only until its own are gone.
    const timer = setInterval(() => server.closeIdleConnections(), CLOSING_PAUSE_MS)
    const closed = doors.map((door) => new Promise<void>((resolve) => door.close(() => resolve())))
    await Promise.all(closed)
    clearInterval(timer)
  }
}
