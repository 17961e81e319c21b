import { once } from 'node:events'
import { Agent, get, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openConnection } from '#test/raw-connection.ts'
import { createHttpServer } from './create-http-server.ts'

async function listen(listener: RequestListener, options?: { stalledMs: number }) {
  const connections: Socket[] = []
  const server = createHttpServer(listener, options).listen(0, '127.0.0.1')
  server.on('connection', (socket) => connections.push(socket))
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections }
}

test('a connection that asks again as soon as it is answered is kept, however much it is sent', async () => {
  // Less and more than what a socket takes at once.
  const sizes = [10, 20_000, 400_000, 4_000_000]
  const { port, connections } = await listen((request, response) => {
    const body = Buffer.alloc(Number(request.url?.slice(1)))
    response.setHeader('content-length', body.length)
    response.write(body.subarray(0, body.length / 2))
    response.end(body.subarray(body.length / 2))
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  for (let turn = 0; turn < 200; turn++) {
    const size = sizes[turn % sizes.length] as number
    const [answer] = await once(get({ port, host: '127.0.0.1', path: `/${size}`, agent }), 'response')
    expect(Buffer.concat(await answer.toArray())).toHaveLength(size)
  }
  agent.destroy()
  expect(connections).toHaveLength(1)
})

test('a second request before the first is answered ends the connection, and is not worked on', async () => {
  const asked: string[] = []
  const { port } = await listen(({ url = '' }) => void asked.push(url))
  const socket = await openConnection(port)
  socket.write('GET /first HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => asked, { timeout: 15_000 }).toEqual(['/first'])
  socket.write('GET /second HTTP/1.1\r\nhost: shop\r\n\r\n')
  await once(socket, 'close')
  expect(asked).toEqual(['/first'])
})

test('a connection that neither sends nor reads is closed', async () => {
  const { port, connections } = await listen(
    (_request, response) => void response.end(Buffer.alloc(50_000_000)),
    { stalledMs: 200 },
  )
  const stalled = (await openConnection(port)).pause()
  stalled.write('GET / HTTP/1.1\r\nhost: shop\r\n\r\n')
  await expect.poll(() => connections[0]?.destroyed, { timeout: 10_000 }).toBe(true)
})
