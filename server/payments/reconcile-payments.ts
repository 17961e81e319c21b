import * as bookings from '../bookings/store.ts'
import type { JobRun } from '../job-run.ts'
import type { Shop } from '../shop.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { getOrCreateIntent } from './get-or-create-intent.ts'
import { processBatches } from './process-batches.ts'
import { settle } from './settle.ts'
import * as payments from './store.ts'

/** Asks the card provider about attempts that neither the browser nor the webhook has told the end of. */
export async function reconcilePayments(shop: Shop, run: JobRun) {
  await processBatches(shop, run, payments.claimUnfinished, async (attempt) => {
    const intent = await getOrCreateIntent(shop, attempt)
    if (!intent) return payments.markCanceled(shop.db, attempt.id)
    const outcome = await settle(shop, intent)
    const booking = await bookings.find(shop.db, attempt.bookingId)
    // A secret that is left over from an order which is paid or gone would go on working without us.
    if (outcome === 'unpaid' && booking && !['open', 'closing'].includes(booking.state))
      await cancelAttempt(shop, attempt)
  })
}
