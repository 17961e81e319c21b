import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAuditedCustomers } from './audited-customers.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const ROUNDS = 5
const DRAIN_MS = 10_000

test('SIGTERM under load', async ({ task }) => {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const business = await startAuditedCustomers(shop, { thinkMs: 0 })
  let longestMs = 0
  const codes: (number | null)[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = business.acknowledged.length
    await vi.waitUntil(() => business.acknowledged.length > before + 5, { timeout: 60_000, interval: 5 })
    const { tookMs, code } = await shop.terminate()
    longestMs = Math.max(longestMs, tookMs)
    codes.push(code)
    await shop.startAgain()
  }
  await business.close()
  await shop.killServer()
  await delay(2_000)
  const lost = await business.audit()
  const failed = codes.filter((code) => code !== 0).length + Number(longestMs > DRAIN_MS)
  const remark = `longest ${Math.round(longestMs)} ms; ${business.acknowledged.length} orders acknowledged`
  report(task, { check: 'SIGTERM under load, drained within 10 s', tried: ROUNDS, failed, lost, remark })
  expect(codes).toEqual(Array(ROUNDS).fill(0))
  expect(longestMs).toBeLessThan(DRAIN_MS)
})
