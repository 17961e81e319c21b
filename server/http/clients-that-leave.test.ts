import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, expect, test, vi } from 'vitest'
import { makePicture } from '#test/make-picture.ts'
import { openConnection } from '#test/raw-connection.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const { $client: pool } = shop.shop.db

const responses: ServerResponse[] = []
const remember = (message: unknown) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
  if (request.method === 'POST') responses.push(response)
}
subscribe('http.server.request.start', remember)
afterAll(() => unsubscribe('http.server.request.start', remember))

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

test('nothing of it is an error of the shop', () => {
  expect(shop.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})
