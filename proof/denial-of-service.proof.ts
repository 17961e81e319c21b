import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { apiRoutes } from '#contract/calls/api-routes.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { othersCalls } from '#test/bad-input-run.ts'
import { startLoadGenerator, toRawRequest } from '#test/load/load-generator.ts'
import { openConnection, splitPost } from '#test/raw-connection.ts'
import { rawRequest } from '#test/raw-request.ts'
import { slowHeaders, slowInputs } from '#test/slow-inputs.ts'
import { ADMIN, type RunningShop, startShop } from './start-shop.ts'
import { report } from './table.ts'

const SECONDS = 20
const READERS = 200
const READING_SECONDS = 2
const HALF_BODIES = 2_000
const PIPELINES = 3
const UNREAD = 500
const AGAIN_MS = 1_000
const WATCH_MS = 20
// What freezes the shop does so for ten seconds and more; what a busy machine costs is less.
const MAX_MS = 2_000

const NOTHING = '/api/product/00000000-0000-7000-8000-000000000000'
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: shop\r\n\r\n`

/** How long the event loop of a running shop lets somebody wait. */
function watchLoop({ origin }: RunningShop) {
  let slowestMs = 0
  let watching = true
  const watched = (async () => {
    while (watching) {
      const since = performance.now()
      await rawRequest(origin, '/healthz')
      slowestMs = Math.max(slowestMs, performance.now() - since)
      await delay(WATCH_MS)
    }
  })()
  return async () => {
    watching = false
    await watched
    return Math.round(slowestMs)
  }
}

async function tokenOf(origin: string) {
  const headers = { 'content-type': 'application/json', origin }
  const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify(ADMIN),
  })
  const cookie = signedIn.headers.getSetCookie().map((entry) => entry.split(';')[0])
  const answer = await fetch(`${origin}/api/auth/token`, { headers: { cookie: cookie.join('; ') } })
  return ((await answer.json()) as { token: string }).token
}

test('the slowest text in every field of every call', async ({ task }) => {
  const shop = await startShop()
  onTestFinished(shop.stop)
  const headers = {
    authorization: `Bearer ${await tokenOf(shop.origin)}`,
    origin: shop.origin,
    'content-type': 'application/json',
  }
  const all: Endpoint[] = [...Object.values(endpoints), ...Object.values(othersCalls)]
  const inputs = [
    ...all.flatMap((endpoint) =>
      slowInputs(endpoint, ADMIN.email).map((input) => ({ method: endpoint.method, ...input })),
    ),
    ...slowHeaders().map((input) => ({ method: 'GET', ...input })),
  ]
  const failed: string[] = []
  const stopWatching = watchLoop(shop)
  for (const { method, what, target, headers: more, body } of inputs) {
    const sent = { method, headers: { ...headers, ...more }, ...(body !== undefined && { body }) }
    const { status } = await rawRequest(shop.origin, target, sent)
    if (status >= 500) failed.push(`${method} ${target.slice(0, 60)} ${what}: ${status}`)
  }
  const slowestMs = await stopWatching()
  report(task, {
    check: `slowest texts, each field of ${all.length} calls`,
    tried: inputs.length,
    failed: failed.length + Number(slowestMs > MAX_MS),
    lost: 0,
    remark: `healthz within ${slowestMs} ms`,
  })
  expect(failed).toEqual([])
  expect(slowestMs).toBeLessThan(MAX_MS)
})

test('what anyone may read, asked for again and again', async ({ task }) => {
  const shop = await startShop()
  onTestFinished(shop.stop)
  // A process of its own: what they are sent must not hold up the watch.
  const readers = startLoadGenerator()
  onTestFinished(() => void readers.stop())
  const calls = Object.values(apiRoutes).filter(({ method, path, access }) => {
    return method === 'GET' && access === 'anyone' && !path.includes(':')
  })
  const targets = [
    ...calls.map(({ path }) => `/api${path}`),
    ...['/api/openapi.json', '/docs', '/sitemap.xml', '/robots.txt', '/not-here'],
  ]
  let tried = 0
  const slowest: Record<string, number> = {}
  for (const target of targets) {
    const stopWatching = watchLoop(shop)
    const load = { port: shop.port, connections: READERS, seconds: READING_SECONDS }
    const { statuses } = await readers.fire({ ...load, requests: [toRawRequest({ path: target })] })
    const answers = Object.values(statuses).reduce((sum, count) => sum + count, 0)
    expect(answers, `answers to readers of ${target}`).toBeGreaterThan(0)
    tried += answers
    slowest[target] = await stopWatching()
  }
  const slow = Object.values(slowest).filter((ms) => ms > MAX_MS)
  report(task, {
    check: `${READERS} readers of each of ${targets.length} public addresses`,
    tried,
    failed: slow.length,
    lost: 0,
    remark: `healthz within ${Object.entries(slowest).map(([target, ms]) => `${ms} ms (${target})`)}`,
  })
  expect(slow).toEqual([])
})

test('connections that ask for much and read nothing, or send half of what they announce', async ({
  task,
}) => {
  const shop = await startShop()
  onTestFinished(shop.stop)
  const file = /\/assets\/[\w.-]+\.js/.exec(await (await fetch(shop.origin)).text())?.[0] ?? ''
  expect(await shop.status(file), 'a file to ask for').toBe(200)
  const attackers = new Set<Socket>()
  let attacking = true
  let opened = 0

  async function attack(written: string) {
    const socket = (await openConnection(shop.port)).pause()
    opened++
    attackers.add(socket)
    socket.write(written)
    // Again when the shop closes the connection.
    socket.once('close', async () => {
      attackers.delete(socket)
      await delay(AGAIN_MS)
      if (attacking) await attack(written)
    })
  }
  const { first } = splitPost('/api/feedback', { name: 'Half', email: 'a', feedback: 'Never sent' })
  const places = [
    ...Array<string>(PIPELINES).fill(get(file).repeat(300) + get('/healthz').repeat(1_300)),
    ...Array<string>(HALF_BODIES).fill(first),
    ...Array<string>(UNREAD).fill(get('/api/products')),
  ]
  await Promise.all(places.map(attack))
  expect(await shop.status('/healthz')).toBe(200)

  const stopWatching = watchLoop(shop)
  const expected: [string, string, number][] = [
    ['GET', '/', 200],
    ['GET', '/api/products?page=1', 200],
    ['GET', NOTHING, 404],
    ['POST', '/api/feedback', 200],
  ]
  const failed: string[] = []
  let tried = 0
  for (const end = performance.now() + SECONDS * 1000; performance.now() < end; ) {
    for (const [method, path, status] of expected) {
      const body = method === 'POST' ? JSON.stringify({ name: 'A', email: 'a', feedback: 'As usual' }) : ''
      const headers = { 'content-type': 'application/json' }
      const answer = await rawRequest(shop.origin, path, { method, ...(body && { body, headers }) })
      tried++
      if (answer.status !== status) failed.push(`${method} ${path}: ${answer.status}`)
    }
  }
  const slowestMs = await stopWatching()
  attacking = false
  for (const socket of attackers) socket.destroy()
  report(task, {
    check: `attackers on ${places.length} connections for ${SECONDS} s`,
    tried,
    failed: failed.length + Number(slowestMs > MAX_MS),
    lost: 0,
    remark: `healthz within ${slowestMs} ms; ${opened} connections opened`,
  })
  expect(failed).toEqual([])
  expect(slowestMs).toBeLessThan(MAX_MS)
})
