import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createHttpServer } from '../http/create-http-server.ts'

const MAX = 100

test.skipIf(process.platform !== 'linux')(
  'beyond the limit the networks with most connections lose theirs; a visitor keeps the one',
  async () => {
    const server = createHttpServer((_request, response) => void response.end('open'), {
      maxConnections: MAX,
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const sockets: Socket[] = []
    let ended = 0
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      server.close()
    })
    const enter = async (localAddress: string) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {})
      sockets.push(socket)
      await once(socket, 'connect')
      return socket
    }
    const visitor = await enter('127.0.9.1')
    for (let index = 0; index < 2 * MAX; index++)
      (await enter(`127.0.${index % 4}.7`)).once('close', () => ended++)
    await expect.poll(() => ended, { timeout: 15_000 }).toBeGreaterThanOrEqual(MAX)
    visitor.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
    expect(String((await once(visitor, 'data'))[0])).toContain('200 OK')
  },
)
