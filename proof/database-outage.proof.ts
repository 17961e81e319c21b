import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAuditedCustomers } from './audited-customers.ts'
import { childrenOf, signal } from './processes.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const OUTAGE_MS = 20_000
const BOUND_MS = 25_000
const PAGES = ['/', '/blog', '/catalogue', '/reviews', '/login']

type Measured = { status: number; tookMs: number; json: unknown; body: string }

async function ask(url: string, init: RequestInit = {}): Promise<Measured> {
  const since = performance.now()
  const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(60_000) })
  const body = await answer.text()
  const json = answer.headers.get('content-type')?.includes('json') ? JSON.parse(body) : null
  return { status: answer.status, tookMs: performance.now() - since, json, body }
}

// Frozen: connections stay open and nothing answers. Gone: connections break and new ones are refused.
test.for(['frozen', 'gone'] as const)('PostgreSQL %s for 20 seconds', async (how, { task }) => {
  const shop = await startShop({ OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const business = await startAuditedCustomers(shop, { customers: 4 })
  for (const page of PAGES) await ask(shop.origin + page)
  await vi.waitUntil(() => business.acknowledged.length > 5, { timeout: 60_000 })

  const stop = how === 'frozen' ? freeze(shop.postmaster()) : keepKilling(shop.postmaster)
  const problems: string[] = []
  const seen = { calls: 0, unavailable: 0, pages: 0, slowest: 0 }
  const until = Date.now() + OUTAGE_MS
  await delay(500)
  while (Date.now() < until) {
    const [ready, health, call, ...pages] = await Promise.all([
      ask(`${shop.origin}/readyz`),
      ask(`${shop.origin}/healthz`),
      ask(`${shop.origin}/api/product/00000000-0000-7000-8000-000000000000`),
      ...PAGES.map((page) => ask(shop.origin + page)),
    ])
    if (how === 'frozen' && ready.status !== 503) problems.push(`readyz ${ready.status}`)
    if (health.status !== 200) problems.push(`healthz ${health.status}`)
    if (![404, 503].includes(call.status)) problems.push(`call ${call.status}`)
    if (call.status === 503 && (call.json as { success?: boolean })?.success !== false)
      problems.push('not JSON')
    for (const page of pages) if (page.status !== 200) problems.push(`page ${page.status}`)
    seen.calls++
    if (call.status === 503) seen.unavailable++
    seen.pages += pages.length
    seen.slowest = Math.max(seen.slowest, call.tookMs, ready.tookMs, ...pages.map(({ tookMs }) => tookMs))
  }
  stop()
  const healedFrom = performance.now()
  await shop.ready()
  const healedMs = performance.now() - healedFrom
  const acknowledged = business.acknowledged.length
  await vi.waitUntil(() => business.acknowledged.length > acknowledged + 5, { timeout: 60_000 })
  await business.close()
  await shop.killServer()
  await delay(2_000)
  const lost = await business.audit()
  const remark = `slowest answer ${Math.round(seen.slowest)} ms; healed in ${Math.round(healedMs)} ms by itself`
  const failed = problems.length + Number(seen.slowest > BOUND_MS)
  report(task, { check: `PostgreSQL ${how} for 20 s`, tried: seen.calls + seen.pages, failed, lost, remark })
  expect(problems).toEqual([])
  expect(seen.unavailable, 'calls that could not be answered').toBeGreaterThan(0)
  expect(seen.slowest).toBeLessThan(BOUND_MS)
})

/** Every process of PostgreSQL holds still; the answer lets them go on. */
function freeze(postmaster: number | null) {
  const pids = [postmaster, ...childrenOf(postmaster)]
  for (const pid of pids) signal(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
}

/** PostgreSQL is ended as soon as it is back; the answer leaves it alone. */
function keepKilling(postmaster: () => number | null) {
  const timer = setInterval(() => signal(postmaster(), 'SIGKILL'), 200)
  return () => clearInterval(timer)
}
