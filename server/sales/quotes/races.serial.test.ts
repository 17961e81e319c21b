import { expect, test, vi } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { playRounds, QUOTE_RACES, quoteRaces } from '#test/quote-races.ts'
import { openShopForFile } from '#test/shop.ts'

const ROUNDS = 12

// Patience for a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const races = quoteRaces(shop, checkout, { buyer: await shop.signUp(), admin: await shop.signUpAdmin() })

test.each(QUOTE_RACES)('%s: one order or none, and every unit stays where it belongs', async (name) => {
  const won = await playRounds(ROUNDS, races[name])
  expect(Math.min(won.first, won.second), 'both can be first').toBeGreaterThan(0)
  await checkout.assertLedgerBalances()
})
