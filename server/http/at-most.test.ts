import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'
import { prepareApi } from './api-scope.ts'
import { workOnAtMost } from './at-most.ts'

const shop = await openShopForFile()

test('far more calls than can be worked on: the rest are told at once to come back, pages go on, and nothing stays', async () => {
  expect((await shop.call('GET', '/')).status).toBe(200)
  const pool = shop.shop.db.$client
  const connections = await Promise.all(Array.from({ length: pool.options.max ?? 10 }, () => pool.connect()))
  const nowhere = '/api/product/00000000-0000-7000-8000-000000000000'
  const answers: { status: number; retryAfter: string | null; atMs: number }[] = []
  const since = performance.now()
  const calls = Array.from({ length: 1_200 }, async () => {
    const { status, headers } = await shop.call('GET', nowhere)
    answers.push({ status, retryAfter: headers.get('retry-after'), atMs: performance.now() - since })
  })
  await Promise.race(calls)
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

test('a caller who goes away makes room, and the card provider is always heard', async () => {
  const app = Fastify()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await app.register(
    async (api) => {
      prepareApi(api)
      workOnAtMost(api, 1)
      api.get('/slow', () => held.then(() => 'done'))
      api.get('/quick', () => ({ done: true }))
      api.post('/stripe/webhook', () => ({ heard: true }))
    },
    { prefix: '/api' },
  )
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const slow = fetch(`${origin}/api/slow`, { signal: leaving.signal }).catch(() => 'left')
  const quick = () => fetch(`${origin}/api/quick`).then((answer) => answer.status)
  await expect.poll(quick).toBe(503)
  expect((await fetch(`${origin}/api/stripe/webhook`, { method: 'POST' })).status).toBe(200)
  leaving.abort()
  expect(await slow).toBe('left')
  await expect.poll(quick).toBe(200)
  expect(await Promise.all([quick(), quick().then(quick)])).toContain(200)
  letGo()
  await app.close()
})
