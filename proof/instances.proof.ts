import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { bareDatabase } from '#test/database.ts'
import { freePort } from '#test/free-port.ts'
import { startAuditedCustomers } from './audited-customers.ts'
import { findNginx, startBalancer } from './balancer.ts'
import { type RunningShop, startShop } from './start-shop.ts'
import { report } from './table.ts'

const INSTANCES = 3
const ROUNDS = 9

test('three instances behind a balancer, each killed in turn', async ({ task, skip }) => {
  const nginx = findNginx()
  if (!nginx) return skip('nginx is not installed on this machine')
  const database = await bareDatabase(inject('databaseServer'))
  onTestFinished(database.drop)
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const shared = {
    DATABASE_URL: database.url,
    PUBLIC_URL: origin,
    TRUST_PROXY: '127.0.0.1',
    IDENTITY_SECRET: 'one secret for all of the instances of a shop',
    OPEN_ORDER_LIMIT: '1000000',
  }
  // All three start on an empty database at the same time, as after an upgrade.
  const instances = await Promise.all(Array.from({ length: INSTANCES }, () => startShop(shared)))
  for (const { stop } of instances) onTestFinished(stop)
  onTestFinished(
    await startBalancer(
      nginx,
      port,
      instances.map((instance) => instance.port),
    ),
  )
  const [first] = instances as [RunningShop]
  await vi.waitUntil(
    () =>
      fetch(`${origin}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 30_000 },
  )

  // In demo mode each instance has a card provider of its own, so that payments stay with one instance; orders do not.
  const place = { origin, dataDir: first.dataDir, databaseUrl: database.url, cardOrigin: first.origin }
  const business = await startAuditedCustomers(place, { pays: false })
  for (let round = 0; round < ROUNDS; round++) {
    const before = business.acknowledged.length
    await vi.waitUntil(() => business.acknowledged.length > before + 20, { timeout: 60_000, interval: 5 })
    await instances[round % INSTANCES]?.killServer()
    console.log(`instances: ${round + 1} of ${ROUNDS} killed, ${business.acknowledged.length} orders`)
  }
  await business.close()
  const lost = await business.audit()
  const { answers, acknowledged } = business
  const unanswered = (answers['502'] ?? 0) + (answers['504'] ?? 0) + (answers['no answer'] ?? 0)
  const failed = answers['500'] ?? 0
  const remark = `${acknowledged.length} orders acknowledged, ${unanswered} calls had to be repeated`
  report(task, {
    check: 'three instances behind nginx, one killed in turn',
    tried: ROUNDS,
    failed,
    lost,
    remark,
  })
  expect(failed).toBe(0)
})
