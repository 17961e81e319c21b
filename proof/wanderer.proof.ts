import { expect, inject, test } from 'vitest'
import { launchBrowser } from '#test/wanderer/launch-browser.ts'
import { ROLES } from '#test/wanderer/start-wanderer.ts'
import { wander } from '#test/wanderer/wander.ts'
import { settings } from './settings.ts'
import { report } from './table.ts'

/** While one wanderer waits for an answer, the other goes on. */
const AT_ONCE = 2

test('a visitor, a customer and an admin go through the shop at random', async ({ task }) => {
  const { wanderers, steps, seed: first } = settings
  const browser = await launchBrowser()
  const left = Array.from({ length: wanderers }, (_, index) => first + index).values()
  const pages = new Set<string>()
  const found: string[] = []
  let paid = 0
  async function goOn() {
    for (const seed of left)
      try {
        const made = await wander(browser, inject('databaseServer'), seed, steps)
        for (const heading of made.headings) pages.add(heading)
        paid += made.paid ?? 0
        console.log(`wanderer, seed ${seed}: ${made.orders} orders, ${made.paid} paid, ${made.quotes} quotes`)
      } catch (error) {
        const { message } = error as Error
        console.error(`wanderer, seed ${seed}: ${message}`)
        found.push(message)
      }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, goOn))
  await browser.close()
  report(task, {
    check: `Wanderers: ${wanderers} × ${steps} steps × ${ROLES.length} roles`,
    tried: wanderers * steps * ROLES.length,
    failed: found.length,
    lost: 0,
    remark: `seeds ${first} to ${first + wanderers - 1}; ${pages.size} headings seen, ${paid} orders paid`,
  })
  expect(found).toEqual([])
})
