import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAuditedCustomers } from './audited-customers.ts'
import { signal } from './processes.ts'
import { settings } from './settings.ts'
import { type RunningShop, startShop } from './start-shop.ts'
import { report } from './table.ts'

/** Customers keep ordering while processes are killed, again and again; afterwards the ledger must balance. */
async function underKills(
  task: Parameters<typeof report>[0],
  check: string,
  times: number,
  kill: (shop: RunningShop) => Promise<unknown>,
) {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const business = await startAuditedCustomers(shop)
  for (let round = 1; round <= times; round++) {
    const before = business.acknowledged.length
    await vi.waitUntil(() => business.acknowledged.length > before + 2, { timeout: 60_000, interval: 5 })
    await delay(Math.random() * 300)
    await kill(shop)
    if (round % 10 === 0)
      console.log(`${check}: ${round} of ${times}, ${business.acknowledged.length} orders`)
  }
  await business.close()
  // What a kill left half done is taken up by the round that every start begins with.
  await shop.killServer()
  await delay(2_000)
  const { acknowledged, quotes, answers } = business
  const paid = acknowledged.filter(({ paidBy }) => paidBy).length
  const refunded = acknowledged.filter((known) => known.refunded).length
  const remark = `${acknowledged.length} orders, ${quotes.length} quotes, ${paid} payments and ${refunded} refunds acknowledged`
  try {
    const lost = await business.audit()
    expect(answers['500'] ?? 0, 'unexpected errors').toBe(0)
    report(task, { check, tried: times, failed: 0, lost, remark })
  } catch (error) {
    report(task, { check, tried: times, failed: 1, lost: 0, remark })
    throw error
  } finally {
    console.log(`${check}: answers`, answers)
  }
}

test('kill -9 of the server', ({ task }) =>
  underKills(task, 'kill -9 of the server under orders and payments', settings.kills, (shop) =>
    shop.killServer(),
  ))

test('kill -9 of PostgreSQL', ({ task }) =>
  underKills(task, 'kill -9 of PostgreSQL under orders and payments', settings.kills, async (shop) => {
    const pid = shop.postmaster()
    signal(pid, 'SIGKILL')
    await vi.waitUntil(() => shop.postmaster() !== pid && shop.postmaster() !== null, {
      timeout: 60_000,
      interval: 50,
    })
    await shop.ready()
  }))

test('kill -9 of the card sandbox', ({ task }) =>
  underKills(task, 'kill -9 of the card provider’s sandbox', Math.ceil(settings.kills / 2), async (shop) => {
    const pid = shop.sandbox()
    signal(pid, 'SIGKILL')
    await vi.waitUntil(() => shop.sandbox() !== pid && shop.sandbox() !== null, {
      timeout: 60_000,
      interval: 50,
    })
  }))

test('kill -9 of everything at once', ({ task }) =>
  underKills(
    task,
    'kill -9 of server, PostgreSQL and sandbox at once',
    Math.ceil(settings.kills / 2),
    (shop) => shop.killServer(shop.postmaster(), shop.sandbox()),
  ))
