import { execFileSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startShop } from './running-shop.ts'
import { settings } from './settings.ts'
import { report } from './table.ts'
import { openTraffic, type Seen } from './traffic.ts'

const SECONDS = 10
const EXPECTED = /^(200|503)$/
// Below what one core serves, so that memory is measured and not a queue.
const SOAK_SHARE = 0.3
const SAMPLE_SECONDS = 10
const MOST_GROWTH = 1.15

const p99 = (tookMs: number[]) =>
  Math.round(tookMs.toSorted((a, b) => a - b)[Math.floor(tookMs.length * 0.99)] ?? 0)
const total = ({ statuses }: Seen) => Object.values(statuses).reduce((sum, count) => sum + count, 0)
const unexpected = ({ statuses }: Seen) =>
  Object.entries(statuses).reduce((sum, [status, count]) => sum + (EXPECTED.test(status) ? 0 : count), 0)

test('1, 2 and 4 times what one core serves', async ({ task }) => {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '100000000' })
  onTestFinished(shop.stop)
  const traffic = await openTraffic(shop.origin)
  onTestFinished(traffic.close)
  await traffic.capacity(3)
  const capacity = await traffic.capacity(SECONDS)
  console.log(`load: one core serves ${Math.round(capacity)} of the mix a second`)
  for (const times of [1, 2, 4]) {
    let slowestHealthMs = 0
    const watching = setInterval(async () => {
      const since = performance.now()
      await shop.status('/healthz')
      slowestHealthMs = Math.max(slowestHealthMs, performance.now() - since)
    }, 500)
    const seen = await traffic.atPace(capacity * times, SECONDS)
    clearInterval(watching)
    const served = Math.round((seen.statuses['200'] ?? 0) / seen.seconds)
    const failed = unexpected(seen) + seen.withoutRetryAfter
    const remark = `${served}/s served, ${seen.statuses['503'] ?? 0} told to come back, p99 ${p99(seen.tookMs)} ms, healthz within ${Math.round(slowestHealthMs)} ms`
    report(task, {
      check: `load at ${times} × ${Math.round(capacity)}/s for ${SECONDS} s`,
      tried: total(seen),
      failed,
      lost: 0,
      remark,
    })
    console.log(`load at ${times} ×: ${remark}`, seen.statuses)
    expect(failed, JSON.stringify(seen.statuses)).toBe(0)
    expect(served).toBeGreaterThan(capacity * 0.4)
    await vi.waitUntil(async () => (await shop.status('/readyz')) === 200, { timeout: 5_000 })
  }
})

test(`memory over ${settings.soakMinutes} minutes`, async ({ task }) => {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '100000000' })
  onTestFinished(shop.stop)
  const traffic = await openTraffic(shop.origin)
  onTestFinished(traffic.close)
  const megabytes = () =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(shop.pid())], { encoding: 'utf8' })) / 1024
  await traffic.capacity(3)
  const pace = (await traffic.capacity(5)) * SOAK_SHARE
  const curve: number[] = []
  let tried = 0
  let failed = 0
  for (let elapsed = 0; elapsed < settings.soakMinutes * 60; elapsed += SAMPLE_SECONDS) {
    if (elapsed % 300 === 0) await traffic.renewTokens()
    const seen = await traffic.atPace(pace, SAMPLE_SECONDS)
    tried += total(seen)
    failed += total(seen) - (seen.statuses['200'] ?? 0)
    curve.push(Math.round(megabytes()))
    if (curve.length % 6 === 0) console.log(`soak: minute ${curve.length / 6}, ${curve.at(-1)} MB`)
  }
  const third = Math.floor(curve.length / 3)
  const mean = (part: number[]) => part.reduce((sum, value) => sum + value, 0) / part.length
  const [middle, last] = [mean(curve.slice(third, 2 * third)), mean(curve.slice(2 * third))]
  const points = curve.filter((_, at) => at % Math.ceil(curve.length / 10) === 0)
  const remark = `${Math.round(pace)}/s; MB over time: ${points.join(' ')}`
  const grows = last > middle * MOST_GROWTH
  report(task, {
    check: `soak of ${settings.soakMinutes} minutes, memory flat`,
    tried,
    failed: failed + Number(grows),
    lost: 0,
    remark,
  })
  expect(failed).toBe(0)
  expect(last, `MB over time: ${curve}`).toBeLessThanOrEqual(middle * MOST_GROWTH)
})
