import { afterEach } from 'vitest'
import { runScheduledJobs } from '#server/scheduled-jobs.ts'
import { openCheckoutClient } from './checkout-client.ts'
import { openShopForFile } from './shop.ts'

/**
 * A shop, a buyer and a product for a file that troubles the card provider. Whatever went wrong: once the provider works again and
 * the scheduled jobs have run, money, orders and stock agree.
 */
export async function openTroubledCheckout() {
  const shop = await openShopForFile()
  const checkout = openCheckoutClient(shop)
  afterEach(async () => {
    await checkout.provider.turn({ reset: true })
    await checkout.provider.delivered()
    // What was rejected is noticed by the first run and made good by the second.
    await runScheduledJobs(shop.shop, 0)
    await runScheduledJobs(shop.shop, 0)
    await checkout.assertLedgerBalances()
  })
  return { shop, checkout, buyer: await shop.signUp(), product: await checkout.addProduct(100_000) }
}
