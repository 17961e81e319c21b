import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startAuditedCustomers } from './audited-customers.ts'
import { startShop } from './start-shop.ts'
import { report } from './table.ts'

const MEGABYTES = 180
const FULL_MS = 10_000

test('the disk is full for a while', async ({ task, skip }) => {
  const place = mkdtempSync(path.join(os.tmpdir(), 'shop-small-disk-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${MEGABYTES}m,mode=755`, 'tmpfs', place], {
      stdio: 'pipe',
    })
  } catch {
    skip('a small file system can be mounted by root only')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', place]))
  const shop = await startShop({ DATA_DIR: path.join(place, 'data'), OPEN_ORDER_LIMIT: '1000000' })
  onTestFinished(shop.stop)
  const business = await startAuditedCustomers(shop, { customers: 4 })
  await vi.waitUntil(() => business.acknowledged.length > 10, { timeout: 60_000 })

  const filler = path.join(place, 'filler')
  const fill = () => {
    const { bavail, bsize } = statfsSync(place)
    try {
      if (bavail > 0) writeFileSync(filler, Buffer.alloc(bavail * bsize), { flag: 'a' })
    } catch {
      // Somebody else took the last of it: full is full.
    }
  }
  fill()
  const statuses: Record<string, number> = {}
  for (const until = Date.now() + FULL_MS; Date.now() < until; await delay(200)) {
    // What is written meanwhile finds no room left behind.
    fill()
    const [page, health, call] = await Promise.all([
      shop.status('/'),
      shop.status('/healthz'),
      business.call('POST', '/api/feedback', {
        body: { name: 'A', email: 'a', feedback: 'x'.repeat(4_000) },
      }),
    ])
    for (const key of [`page ${page}`, `healthz ${health}`, `call ${call.status}`])
      statuses[key] = (statuses[key] ?? 0) + 1
  }
  rmSync(filler)
  await shop.ready()
  const before = business.acknowledged.length
  await vi.waitUntil(() => business.acknowledged.length > before + 5, { timeout: 90_000 })
  await business.close()
  await shop.killServer()
  await delay(2_000)
  const lost = await business.audit()
  const wrong = Object.keys(statuses).filter((key) => !/^(page 200|healthz 200|call (200|503))$/.test(key))
  const tried = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  const remark = Object.entries(statuses)
    .map(([key, count]) => `${key} × ${count}`)
    .join(', ')
  report(task, { check: `disk of ${MEGABYTES} MB full for 10 s`, tried, failed: wrong.length, lost, remark })
  expect(wrong).toEqual([])
})
