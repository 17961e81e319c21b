import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { statementsOf } from '#test/sent-statements.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile({ DATABASE_POOL: '3' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

const ask = async () => (await shop.call('GET', '/readyz')).status

test('however many ask whether the shop is ready, the database is asked once a second', async () => {
  const { $client } = shop.shop.db
  const asked = await statementsOf($client, async () => {
    expect(new Set(await Promise.all(Array.from({ length: 200 }, ask)))).toEqual(new Set([200]))
    await ask()
  })
  expect(asked).toHaveLength(1)
  vi.advanceTimersByTime(1_000)
  expect(await statementsOf($client, ask)).toHaveLength(1)
})

test('while all connections are busy, health check and log say so, and not that the database is unreachable', async () => {
  vi.advanceTimersByTime(10_000)
  const logged = shop.log.length
  const pool = shop.shop.db.$client
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const [ready, call] = await Promise.all([
    shop.call('GET', '/readyz'),
    shop.call('GET', '/api/product/00000000-0000-7000-8000-000000000000'),
  ])
  for (const client of taken) client.release()
  expect([ready.status, ready.json.status]).toEqual([503, 'all connections to the database are busy'])
  expect(call.status).toBe(503)
  const lines = shop.log.slice(logged).join('\n')
  expect(lines).toContain('all connections to the database are busy')
  expect(lines).not.toContain('the database is unreachable')
})
