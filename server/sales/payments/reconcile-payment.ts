import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import { ensureIntent } from '../payment-attempts/ensure-intent.ts'
import * as payments from '../payment-attempts/store.ts'
import { cancelAttempt } from './cancel-attempt.ts'
import { recordOutcome } from './record-outcome.ts'

/** Asks the card provider about an attempt whose outcome neither the browser nor the webhook has reported. */
export async function reconcilePayment(shop: Shop, id: string, now: Date) {
  const attempt = await payments.find(shop.db, id)
  if (attempt?.state !== 'open') return
  const intent = await ensureIntent(shop, attempt)
  if (!intent) return payments.markCanceled(shop.db, id)
  const outcome = await recordOutcome(shop, intent)
  const booking = await bookings.find(shop.db, attempt.bookingId)
  // The secret of an order that is already paid or deleted would otherwise keep working.
  if (outcome === 'unpaid' && booking && !['open', 'closing'].includes(booking.state))
    await cancelAttempt(shop, attempt)
  await payments.postponeCheck(shop.db, id, now)
}
