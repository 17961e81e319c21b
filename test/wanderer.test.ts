import { afterAll, expect, inject, test } from 'vitest'
import { launchBrowser } from './wanderer/launch-browser.ts'
import { wander } from './wanderer/wander.ts'

// The same at every run; the long run draws its own.
const SEEDS = [1, 2]
const STEPS = 12

const browser = await launchBrowser()
afterAll(() => browser.close())

test.concurrent.each(SEEDS)(
  `a visitor, a customer and an admin take ${STEPS} steps each at random (seed %i): no page fails, and the ledger balances`,
  { timeout: 300_000 },
  async (seed) => {
    const { headings } = await wander(browser, inject('databaseServer'), seed, STEPS)
    expect(headings.size).toBeGreaterThan(3)
  },
)
