import { afterEach } from 'vitest'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { openShopForFile } from './shop.ts'

/** Longer than any pause between two tries. */
const PAUSE_MS = 26 * 3_600_000

/**
 * A shop, a buyer and a product for a file that troubles the card provider. Whatever went wrong: once the provider works again and
 * the jobs have run, money, orders and stock agree.
 */
export async function openTroubledCheckout(variables: Record<string, string> = {}) {
  // Days pass, and no order is to lapse meanwhile.
  const shop = await openShopForFile({ STOCK_HOLD_HOURS: '10000', ...variables })
  const checkout = openCheckoutClient(shop)
  let now = Date.now()
  /** Everything that is unfinished is due by then. */
  const runJobsLater = () => {
    now += PAUSE_MS
    return runDueJobs(shop.shop, new Date(now))
  }
  afterEach(async () => {
    await checkout.provider.turn({ reset: true })
    await checkout.provider.delivered()
    // What was rejected is noticed by the first run and made good by the second.
    await runJobsLater()
    await runJobsLater()
    now = Date.now()
    await checkout.assertLedgerBalances()
  })
  return {
    shop,
    checkout,
    runJobsLater,
    buyer: await shop.signUp(),
    product: await checkout.addProduct(100_000),
  }
}
