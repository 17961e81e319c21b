import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { LoadResult } from '#test/load/load-worker.ts'
import { startMixedLoad } from './mixed-load.ts'
import { settings } from './settings.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const SECONDS = 10
// Below what one core serves, so that memory is measured and not a queue.
const SOAK_SHARE = 0.3
const SAMPLE_SECONDS = 10
const MAX_GROWTH = 1.15

const answersIn = ({ statuses }: LoadResult) => Object.values(statuses).reduce((sum, count) => sum + count, 0)

async function startBusyShop() {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '100000000' })
  onTestFinished(shop.stop)
  const traffic = await startMixedLoad(shop.origin)
  onTestFinished(traffic.close)
  await traffic.capacity(3)
  return { shop, traffic }
}

test('1, 2 and 4 times what one core serves', async ({ task }) => {
  const { shop, traffic } = await startBusyShop()
  const capacity = Math.round(await traffic.capacity(SECONDS))
  console.log(`load: one core serves ${capacity} of the mix a second`)
  for (const times of [1, 2, 4]) {
    let slowestHealthMs = 0
    const watching = setInterval(async () => {
      const since = performance.now()
      await shop.status('/healthz')
      slowestHealthMs = Math.max(slowestHealthMs, performance.now() - since)
    }, 500)
    const fired = await traffic.atPace(capacity * times, SECONDS)
    clearInterval(watching)
    const comeBack = fired.statuses[503] ?? 0
    const failed = fired.refused - comeBack + fired.withoutRetryAfter + fired.broken + fired.unanswered
    const lost = await traffic.lost()
    const served = Math.round(fired.perSecond)
    const remark = `${served}/s served within ${Math.round(fired.p50Ms)} ms (p50) and ${Math.round(fired.p99Ms)} ms (p99), ${comeBack} told to come back, healthz within ${Math.round(slowestHealthMs)} ms`
    const check = `load at ${times} × ${capacity}/s for ${SECONDS} s`
    report(task, { check, tried: answersIn(fired) + fired.unanswered, failed, lost, remark })
    console.log(`${check}: ${remark}`)
    expect({ failed, lost }, JSON.stringify(fired)).toEqual({ failed: 0, lost: 0 })
    expect(served).toBeGreaterThan(capacity * 0.4)
    await vi.waitUntil(async () => (await shop.status('/readyz')) === 200, { timeout: 5_000 })
  }
})

test(`memory over ${settings.soakMinutes} minutes`, async ({ task }) => {
  const { shop, traffic } = await startBusyShop()
  const megabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(shop.pid())], { encoding: 'utf8' })) / 1024
  const pace = (await traffic.capacity(5)) * SOAK_SHARE
  const curve: number[] = []
  let tried = 0
  let failed = 0
  for (let elapsed = 0; elapsed < settings.soakMinutes * 60; elapsed += SAMPLE_SECONDS) {
    if (elapsed % 300 === 0) await traffic.renewTokens()
    const fired = await traffic.atPace(pace, SAMPLE_SECONDS)
    tried += answersIn(fired) + fired.unanswered
    failed += fired.refused + fired.broken + fired.unanswered
    curve.push(Math.round(megabytes()))
    if (curve.length % 6 === 0) console.log(`soak: minute ${curve.length / 6}, ${curve.at(-1)} MB`)
  }
  const third = Math.floor(curve.length / 3)
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length
  const [middle, last] = [mean(curve.slice(third, 2 * third)), mean(curve.slice(2 * third))]
  const points = curve.filter((_, at) => at % Math.ceil(curve.length / 10) === 0)
  const grows = last > middle * MAX_GROWTH
  report(task, {
    check: `soak of ${settings.soakMinutes} minutes, memory flat`,
    tried,
    failed: failed + Number(grows),
    lost: await traffic.lost(),
    remark: `${Math.round(pace)}/s; MB over time: ${points.join(' ')}`,
  })
  expect(failed).toBe(0)
  expect(last, `MB over time: ${curve}`).toBeLessThanOrEqual(middle * MAX_GROWTH)
})
