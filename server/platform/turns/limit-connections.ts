import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientNetworks } from '#networks/client-network.ts'
import { endWidest } from './end-widest.ts'

/** Each takes one of the files that the process may open (`LimitNOFILE`): without any left, nobody gets in. */
export const MAX_CONNECTIONS = 10_000

/** Beyond the limit the networks with most connections lose theirs, until a tenth is free. Browsers open new ones by themselves. */
export function limitConnections(server: Server, maxConnections: number) {
  const open = new Map<Socket, 1>()
  const end = (socket: Socket) => {
    open.delete(socket)
    socket.destroy()
  }
  server.on('connection', (socket: Socket) => {
    open.set(socket, 1)
    socket.once('close', () => open.delete(socket))
    if (open.size > maxConnections)
      endWidest(open, ({ remoteAddress = '' }) => clientNetworks(remoteAddress).wide, {
        end,
        isEnough: () => open.size <= 0.9 * maxConnections,
      })
  })
}
