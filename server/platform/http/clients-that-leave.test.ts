import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { makePicture } from '#test/make-picture.ts'
import { openConnection } from '#test/raw-connection.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const { $client: pool } = shop.shop.db

const responses: ServerResponse[] = []
const remember = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  // The sandbox listens in this process, too.
  if (request.socket.localPort === shop.port) responses.push(response)
}
subscribe('http.server.request.start', remember)
afterAll(() => unsubscribe('http.server.request.start', remember))

// Whoever leaves is no error of the shop.
afterEach(async () => {
  await shop.call('GET', '/api/products')
  expect(shop.log.filter((line) => JSON.parse(line).level > 30)).toEqual([])
})

/** Requests whose clients are gone by the time the shop knows who they are. */
async function leaveDuringLookup(path: string, count: number) {
  responses.length = 0
  const holder = await pool.connect()
  await holder.query('begin; lock table users')
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await openConnection(shop.port)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: shop\r\nauthorization: Bearer ${admin.token}\r\ncontent-length: 1000\r\n\r\n\xff`,
      )
      return socket
    }),
  )
  await vi.waitUntil(() => responses.length === count, { timeout: 15_000 })
  const noticed = Promise.all(responses.map((response) => once(response, 'close')))
  for (const socket of sockets) socket.destroy()
  await noticed
  await holder.query('rollback')
  holder.release()
}

test('uploads whose clients leave while their caller is looked up take nobody’s place', async () => {
  await leaveDuringLookup('/api/pictures', 8)
  const body = await makePicture()
  const headers = { 'content-type': 'image/jpeg' }
  for (let number = 0; number < 2; number++) {
    const { status, text } = await shop.call('POST', '/api/pictures', { token: admin.token, body, headers })
    expect(status, text).toBe(200)
  }
})

test('so do imports', async () => {
  await leaveDuringLookup('/api/imports', 8)
  const body = 'sku,name\nA-1,Hammer'
  const headers = { 'content-type': 'text/csv' }
  const { status, text } = await shop.call('POST', '/api/imports', { token: admin.token, body, headers })
  expect(status, text).toBe(200)
})

const BODY = JSON.stringify({ name: 'Gone', email: 'gone@example.com', password: 'secret', feedback: 'Gone' })
const UPLOADS = [
  '/api/feedback',
  '/api/auth/sign-in/email',
  '/api/auth/sign-up/email',
  '/api/stripe/webhook',
  '/api/pictures',
  '/api/imports',
  '/sandbox/mail/switches',
]
const head = (method: string, path: string) =>
  `${method} ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: application/json\r\nauthorization: Bearer ${admin.token}\r\n`

test.each([
  [
    'in the middle of a body',
    UPLOADS.map((path) => `${head('POST', path)}content-length: 5000\r\n\r\n${BODY}`),
  ],
  [
    'in the middle of a chunk',
    UPLOADS.map((path) => `${head('POST', path)}transfer-encoding: chunked\r\n\r\nff\r\n${BODY}`),
  ],
  [
    'once they have asked',
    UPLOADS.map((path) => `${head('POST', path)}content-length: ${BODY.length}\r\n\r\n${BODY}`),
  ],
  [
    'while they are sent a list, a page or a file',
    ['/api/products', '/api/products.csv', '/api/bookings.csv', '/catalogue?q=hammer', '/sitemap.xml'].map(
      (path) => `${head('GET', path)}\r\n`,
    ),
  ],
])('who leaves %s is no error of the shop', async (_when, requests) => {
  responses.length = 0
  const sockets = await Promise.all(
    requests.map(async (request) => {
      const socket = await openConnection(shop.port)
      socket.write(request)
      return socket
    }),
  )
  await vi.waitUntil(() => responses.length === requests.length, { timeout: 15_000 })
  const noticed = Promise.all(responses.map((response) => response.closed || once(response, 'close')))
  for (const socket of sockets) socket.resetAndDestroy()
  await noticed
})
