import { Agent, request } from 'node:http'
import { expect, inject, test, vi } from 'vitest'
import { openTestShop } from '#test/shop.ts'

const patience = { timeout: 15_000 }

test('a closing shop answers what it has begun, and waits for no connection that is merely kept alive', async () => {
  const shop = await openTestShop(inject('databaseServer'))
  const [agent, idle] = [1, 2].map(() => new Agent({ keepAlive: true })) as [Agent, Agent]
  const body = JSON.stringify({ name: 'The last', email: 'a@example.com', feedback: 'Before it closed' })
  const send = (agent: Agent) => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const onward = request(`${shop.origin}/api/feedback`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0))
    })
    onward.once('error', reject).end(body)
    return promise
  }

  expect(await send(idle)).toBe(200)
  const holder = await shop.shop.db.$client.connect()
  await holder.query('begin')
  await holder.query('lock table feedback in exclusive mode')
  const lastCall = send(agent)
  await vi.waitUntil(async () => {
    const { rows } = await shop.shop.db.$client.query(
      `select 1 from pg_locks where relation = 'feedback'::regclass and not granted`,
    )
    return rows.length > 0
  }, patience)
  const closed = shop.close()
  await vi.waitUntil(
    () =>
      fetch(`${shop.origin}/healthz`).then(
        () => false,
        () => true,
      ),
    patience,
  )
  await holder.query('commit')
  holder.release()
  expect(await lastCall).toBe(200)
  // By itself the server would keep the connection for longer than this test may take.
  await closed
  agent.destroy()
  idle.destroy()
}, 60_000)
