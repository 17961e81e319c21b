import { refuse } from '../http/refusal.ts'
import type { Intent } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'
import { refundPayment } from './refund-payments.ts'
import * as bookings from './store.ts'

export type Outcome = 'paid' | 'refunded' | 'unpaid' | 'not ours'

/**
 * Brings a booking in line with what the card provider says of one intent. The customer's browser, the webhook and
 * the reconciliation all end here, in any order and any number of times, and get the outcome that is stored.
 */
export async function settle(shop: Shop, intent: Intent): Promise<Outcome> {
  const attempt = await findAttempt(shop, intent)
  if (!attempt) return 'not ours'
  if (intent.status === 'canceled') await payments.markCanceled(shop.db, attempt.id)
  if (intent.status !== 'succeeded') return 'unpaid'
  const outcome = await shop.db.transaction(async (tx): Promise<Outcome> => {
    const booking = await bookings.lock(tx, attempt.bookingId)
    const current = await payments.find(tx, attempt.id)
    if (!booking || !current) throw refuse.notFound('No such order')
    if (current.state === 'paid') return 'paid'
    if (current.state !== 'open' && current.state !== 'canceled') return 'refunded'
    const problem = await whyNotHonoured(shop, tx, booking, intent)
    if (problem) {
      await payments.setState(tx, attempt.id, 'refund_due', problem)
      return 'refunded'
    }
    await bookings.markPaid(tx, booking.id, intent.id)
    await payments.setState(tx, attempt.id, 'paid')
    return 'paid'
  })
  if (outcome === 'refunded') await refundPayment(shop, attempt.id)
  return outcome
}

/** The attempt whose answer was lost has no intent yet; the intent itself tells which one it is. */
async function findAttempt(shop: Shop, intent: Intent) {
  const known = await payments.findByIntent(shop.db, intent.id)
  if (known) return known
  const named = await payments.findNamed(shop.db, intent.metadata.attemptId)
  if (!named || named.intentId || named.bookingId !== intent.metadata.bookingId) return null
  await payments.rememberIntent(shop.db, named.id, intent.id)
  return payments.findByIntent(shop.db, intent.id)
}

async function whyNotHonoured(
  shop: Shop,
  tx: Parameters<typeof bookings.lock>[0],
  booking: bookings.BookingRow,
  intent: Intent,
): Promise<string | null> {
  if (intent.currency !== 'usd' || intent.amount_received !== booking.priceCents)
    return 'The amount is not that of the order'
  if (booking.state === 'paid') return 'The order was already paid'
  if (booking.state === 'deleted') return 'The order was deleted'
  if (!booking.held && !(await bookings.holdAgain(tx, booking, shop.config.stockHoldHours)))
    return 'The units were no longer available'
  return null
}
