import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientNetworks } from '#networks/client-network.ts'
import { openConnection } from '#test/raw-connection.ts'
import { createHttpServer } from '../http/create-http-server.ts'

const TINY = '1\r\na\r\n'
const head = (method: string, more: string) =>
  `${method} / HTTP/1.1\r\nhost: shop\r\nx-from: 192.0.2.1\r\n${more}\r\n\r\n`
const CHUNKED = 'transfer-encoding: chunked'

async function listen(listener: RequestListener, maxArrivingBytes?: number) {
  const networksOf = ({ headers }: IncomingMessage) => clientNetworks(String(headers['x-from']))
  const server = createHttpServer(listener, { networksOf, ...(maxArrivingBytes && { maxArrivingBytes }) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Reads a body as Fastify does, and tells how many pieces it had. */
function readBody(request: IncomingMessage, response: ServerResponse, onEnd = (_pieces: number) => {}) {
  let pieces = 0
  request.on('data', () => pieces++).on('error', () => {})
  request.once('end', () => response.end(String(pieces)))
  request.once('close', () => onEnd(pieces))
}

const closing = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const answerOf = async (socket: Socket) => String((await once(socket, 'data'))[0])

test('a body in thousands of tiny chunks ends its connection', async () => {
  const ended = Promise.withResolvers<number>()
  const port = await listen((request, response) => readBody(request, response, ended.resolve))
  const socket = await openConnection(port)
  const closed = closing(socket)
  socket.write(head('POST', CHUNKED))
  for (let sent = 0; sent < 100; sent++) socket.write(TINY.repeat(1_000))
  expect(await ended.promise).toBeLessThan(1_000)
  await closed
})

test('so does one that nobody reads, once its request is answered', async () => {
  const port = await listen((_request, response) => void response.end('read without a body'))
  for (const more of [CHUNKED, `${CHUNKED}\r\nexpect: a miracle`]) {
    const socket = await openConnection(port)
    const closed = closing(socket)
    socket.write(head('GET', more) + TINY)
    expect(await answerOf(socket)).toContain('200 OK')
    await closed
  }
})

test('a few small chunks, or many ordinary ones, are a body', async () => {
  const port = await listen((request, response) => readBody(request, response))
  for (const chunks of [TINY.repeat(100), `100\r\n${'a'.repeat(256)}\r\n`.repeat(1_000)]) {
    const socket = await openConnection(port)
    socket.write(`${head('POST', CHUNKED) + chunks}0\r\n\r\n`)
    expect(await answerOf(socket)).toContain('200 OK')
    socket.destroy()
  }
})

test('of bodies that never end, the networks that keep most lose theirs; a small one elsewhere arrives', async () => {
  const WAITING = 40
  const BYTES = 10_000
  const port = await listen((request, response) => readBody(request, response), (WAITING / 2) * BYTES)
  const begin = (from: string, length: number) => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    socket.write(
      `POST / HTTP/1.1\r\nhost: shop\r\nx-from: ${from}\r\ncontent-length: ${length}\r\n\r\n${'a'.repeat(length - 1)}`,
    )
    return socket
  }
  const newcomer = begin('198.51.100.1', 1_000)
  const hoarders: Socket[] = []
  let ended = 0
  for (let index = 0; index < WAITING; index++) {
    const hoarder = begin(`10.0.${index % 4}.1`, BYTES).once('close', () => ended++)
    hoarders.push(hoarder)
  }
  await expect.poll(() => ended, { timeout: 15_000 }).toBeGreaterThanOrEqual(WAITING / 2)
  newcomer.write('a')
  expect(await answerOf(newcomer)).toContain('200 OK')
  for (const socket of [newcomer, ...hoarders]) socket.destroy()
})
