import * as bookings from '../bookings/store.ts'
import type { JobContext } from '../job-context.ts'
import type { Shop } from '../shop-context.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { getOrCreateIntent } from './get-or-create-intent.ts'
import { processBatches } from './process-batches.ts'
import { recordOutcome } from './record-outcome.ts'
import * as payments from './store.ts'

/** Polls the card provider for attempts whose outcome neither the browser nor the webhook has reported: covers lost webhooks. */
export async function reconcilePayments(shop: Shop, job: JobContext) {
  await processBatches(shop, job, payments.claimUnfinished, async (attempt) => {
    const intent = await getOrCreateIntent(shop, attempt)
    if (!intent) return payments.markCanceled(shop.db, attempt.id)
    const outcome = await recordOutcome(shop, intent)
    const booking = await bookings.find(shop.db, attempt.bookingId)
    // The secret of an order that is already paid or deleted would otherwise keep working.
    if (outcome === 'unpaid' && booking && !['open', 'closing'].includes(booking.state))
      await cancelAttempt(shop, attempt)
  })
}
