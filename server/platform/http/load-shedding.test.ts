import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openConnection, splitPost } from '#test/raw-connection.ts'
import { openShopForFile } from '#test/shop.ts'
import { createNetworksOf } from '../turns/networks-of.ts'
import { createLoadShedding } from './load-shedding.ts'

const shop = await openShopForFile()

/** With room for one request. */
const openGate = (options: Partial<Parameters<typeof createLoadShedding>[0]> = {}) =>
  createLoadShedding({
    headers: {},
    isExempt: (path) => path === '/readyz',
    networksOf: null,
    allowedOrigins: [],
    cache: { findStale: () => null },
    log: { warn: () => {} },
    countSent: () => {},
    countRefusal: () => {},
    maxInProgress: 1,
    ...options,
  })

test('far more calls than can be worked on: the rest are told at once to come back, pages go on, and nothing stays', async () => {
  expect((await shop.call('GET', '/')).status).toBe(200)
  const pool = shop.shop.db.$client
  const connections = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
  const nowhere = '/api/product/00000000-0000-7000-8000-000000000000'
  // Older than a page with stock on it may become.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
  onTestFinished(() => void vi.useRealTimers())
  const answers: { status: number; retryAfter: string | null }[] = []
  const calls = Array.from({ length: 1_200 }, async () => {
    const { status, headers } = await shop.call('GET', nowhere)
    answers.push({ status, retryAfter: headers.get('retry-after') })
  })
  await vi.waitUntil(() => answers.length >= 200, { timeout: 10_000 })
  const [page, health] = [await shop.call('GET', '/'), await shop.call('GET', '/healthz')]
  for (const connection of connections) connection.release()
  await Promise.all(calls)
  expect([page.status, health.status]).toEqual([200, 200])
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThanOrEqual(200)
  expect(refused.every(({ retryAfter }) => retryAfter === '2')).toBe(true)
  expect(answers.filter(({ status }) => status !== 503 && status !== 404)).toEqual([])
  expect((await shop.call('GET', nowhere)).status).toBe(404)
})

test('bodies that all end at the same moment get no further than calls that come at once; only files that exist pass', async () => {
  const script = /\/assets\/[\w.-]+\.js/.exec((await shop.call('GET', '/')).text)?.[0] as string
  const pool = shop.shop.db.$client
  const patience = pool.options.connectionTimeoutMillis
  pool.options.connectionTimeoutMillis = 60_000
  const { first, rest } = splitPost('/api/feedback', { name: 'Late', email: 'a', feedback: 'All at once' })
  const sockets = await Promise.all(Array.from({ length: 1_200 }, () => openConnection(shop.port)))
  const connections = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const statuses: string[] = []
  const answers = sockets.map(async (socket) => {
    const [head] = await once(socket, 'data')
    statuses.push(String(head).slice(9, 12))
  })
  for (const socket of sockets) socket.write(first)
  expect((await shop.call('GET', '/api/nothing')).status).toBe(404)
  for (const socket of sockets) socket.write(rest)
  await vi.waitUntil(() => statuses.length === 200, { timeout: 10_000 })
  const meanwhile = ['/healthz', script, '/assets/absent.js', `/x${script}`, '/absent.png']
  const answered = await Promise.all(meanwhile.map((path) => shop.call('GET', path)))
  const webhook = await shop.call('POST', '/api/stripe/webhook', { body: {} })
  pool.options.connectionTimeoutMillis = patience
  for (const connection of connections) connection.release()
  await Promise.all(answers)
  for (const socket of sockets) socket.destroy()
  expect(answered.map(({ status }) => status)).toEqual([200, 200, 503, 503, 503])
  expect(webhook.status).toBe(400)
  expect(statuses.sort()).toEqual([...Array(1_000).fill('200'), ...Array(200).fill('503')])
  const { rows } = await pool.query(`select count(*)::int as late from feedback where name = 'Late'`)
  expect(rows).toEqual([{ late: 1_000 }])
})

test('an answer that waits for its reader is not at work, and is again once it is read', async () => {
  const gate = openGate()
  const piece = Buffer.alloc(1024 * 1024)
  let filling = true
  const server = createServer((request, response) => {
    if (!gate.admits(request, response) || !gate.begins(request, response)) return
    if (request.url !== '/api/endless') return void response.end('served')
    const goOn = () => {
      while (filling && response.write(piece));
    }
    response.on('drain', goOn)
    goOn()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/api/quick`)).status

  const reader = (await openConnection(port)).pause()
  reader.write('GET /api/endless HTTP/1.1\r\nhost: shop\r\n\r\n')
  await once(server, 'request')
  await expect.poll(ask, { timeout: 15_000 }).toBe(200)
  filling = false
  reader.resume()
  await expect.poll(ask, { timeout: 15_000 }).toBe(503)
  server.close()
})

test('behind a full gate: room when a caller goes away, sentences meanwhile, and some are always heard', async () => {
  const partner = 'https://partner.example'
  const warned: object[] = []
  const gate = openGate({
    headers: { 'x-content-type-options': 'nosniff' },
    allowedOrigins: [partner],
    log: { warn: (fields) => warned.push(fields) },
  })
  const server = createServer((request, response) => {
    if (!gate.admits(request, response) || !gate.begins(request, response)) return
    if (request.url !== '/api/slow') response.end('served')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ask = (path: string, init: RequestInit = {}) => fetch(origin + path, init)

  const leaving = new AbortController()
  const slow = ask('/api/slow', { signal: leaving.signal }).catch(() => 'left')
  await once(server, 'request')
  expect((await ask('/api/quick')).status).toBe(503)

  const order = await ask('/api/bookings', {
    method: 'POST',
    body: 'x'.repeat(90_000),
    headers: { origin: partner },
  })
  expect([order.status, await order.json()]).toEqual([
    503,
    { success: false, error: expect.stringMatching(/try again/i) },
  ])
  expect(Object.fromEntries(order.headers)).toMatchObject({
    'retry-after': '2',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': partner,
  })
  const page = await ask('/catalogue?q=new', { headers: { origin: 'https://other.example' } })
  expect([
    page.status,
    page.headers.get('content-type'),
    page.headers.get('access-control-allow-origin'),
  ]).toEqual([503, 'text/plain; charset=utf-8', null])
  expect(await page.text()).toMatch(/try again/i)
  for (const heard of ['/readyz', '/readyz?now']) expect((await ask(heard)).status, heard).toBe(200)
  for (const busy of ['/readyz/x', '/catalogue?q=/readyz']) expect((await ask(busy)).status, busy).toBe(503)

  leaving.abort()
  expect(await slow).toBe('left')
  await expect.poll(async () => (await ask('/api/quick')).status, { timeout: 15_000 }).toBe(200)
  // What was answered makes room as well.
  for (let again = 0; again < 3; again++) expect((await ask('/api/quick')).status).toBe(200)
  await expect.poll(() => warned, { timeout: 3_000 }).toMatchObject([{ refused: expect.any(Number) }])
  server.close()
})

test('what is exempt takes no place: any number of health checks in progress refuse nobody', async () => {
  const gate = openGate()
  const { requests, ask } = await openHeldServer(gate)
  for (let again = 0; again < 5; again++) await ask('/readyz')
  await ask('/api/call')
  expect(requests.map(({ admitted }) => admitted)).toEqual(Array(6).fill(true))
})

test.each([
  ['one client', () => '10.0.0.1', 4],
  ['many addresses of one network', (index: number) => `10.0.0.${index}`, 6],
  ['many networks of one IPv6 connection', (index: number) => `2001:db8:1:${index}::1`, 6],
])('%s cannot take all places: there is one for whoever has none', async (_who, addressOf, share) => {
  const gate = openGate({ maxInProgress: 12, networksOf: createNetworksOf(true) })
  const { requests, ask } = await openHeldServer(gate)
  for (let index = 0; index < 20; index++) await ask('/api/call', addressOf(index))
  expect(requests.filter(({ admitted }) => admitted)).toHaveLength(share)
  await ask('/api/call', '192.0.2.1')
  expect(requests.at(-1)?.admitted).toBe(true)
})

test('a hundred networks that take all they can leave a place for one that has none', async () => {
  const gate = openGate({ maxInProgress: 210, networksOf: createNetworksOf(true) })
  const { requests, ask } = await openHeldServer(gate)
  for (let index = 0; index < 400; index++) await ask('/api/call', `10.0.${index % 100}.1`)
  await ask('/api/call', '192.0.2.1')
  expect(requests.at(-1)?.admitted).toBe(true)
})

/** A server that answers nothing it admits. */
async function openHeldServer(gate: ReturnType<typeof createLoadShedding>) {
  const requests: { admitted: boolean }[] = []
  const server = createServer((request, response) => {
    requests.push({ admitted: gate.admits(request, response) && gate.begins(request, response) })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  return {
    requests,
    async ask(path: string, from = '192.0.2.9') {
      const socket = await openConnection(port)
      socket.write(`GET ${path} HTTP/1.1\r\nhost: shop\r\nx-forwarded-for: ${from}\r\n\r\n`)
      await once(server, 'request')
    },
  }
}

test('a caller who left before the work began takes nobody’s place', async () => {
  const gate = openGate()
  const server = createServer(async (request, response) => {
    if (!gate.admits(request, response)) return
    if (request.url === '/api/left') await once(response, 'close')
    if (gate.begins(request, response) && !response.destroyed) response.end('served')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const leaving = await openConnection(port)
  leaving.write('GET /api/left HTTP/1.1\r\nhost: shop\r\n\r\n')
  const [, response] = await once(server, 'request')
  const closed = once(response, 'close')
  leaving.destroy()
  await closed
  for (let again = 0; again < 3; again++)
    expect((await fetch(`http://127.0.0.1:${port}/api/quick`)).status).toBe(200)
  server.close()
})
