import type { Transaction } from '../../platform/database/connect.ts'
import { type MailWriter, withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { Intent } from '../card-provider/provider.ts'
import * as holds from '../holds/hold-store.ts'
import { attemptForIntent } from '../payment-attempts/attempt-for-intent.ts'
import * as payments from '../payment-attempts/store.ts'
import { tryRefund } from '../refunds/refund-payment.ts'
import * as refunds from '../refunds/refund-store.ts'
import { recordPaid } from './record-paid.ts'

export type PaymentOutcome = 'paid' | 'refunded' | 'unpaid' | 'not ours'

/**
 * Records what the card provider says about one intent: the booking is paid, or the payment is refunded. Browser,
 * webhook and reconciliation all end here, in any order and any number of times, and get the stored outcome.
 */
export async function recordOutcome(shop: Shop, intent: Intent): Promise<PaymentOutcome> {
  const attempt = await attemptForIntent(shop, intent)
  if (!attempt) return 'not ours'
  if (intent.status === 'canceled') await payments.markCanceled(shop.db, attempt.id)
  if (intent.status !== 'succeeded') return 'unpaid'
  const refund = await withMails(shop, (tx, mails) => recordSuccess(shop, { tx, mails }, attempt, intent))
  if (refund === 'paid') return 'paid'
  if (refund.state === 'due') await tryRefund(shop, refund.id)
  return 'refunded'
}

/** Decides, once, whether a successful payment pays its booking or is refunded. */
async function recordSuccess(
  shop: Shop,
  { tx, mails }: { tx: Transaction; mails: MailWriter },
  { id, bookingId }: payments.Attempt,
  intent: Intent,
): Promise<'paid' | refunds.Refund> {
  const booking = (await bookings.lock(tx, bookingId)) as bookings.BookingRow
  const { state } = (await payments.find(tx, id)) as payments.Attempt
  if (state === 'paid') return 'paid'
  if (state === 'unapplied') return (await refunds.findUnapplied(tx, id)) as refunds.Refund
  const reason = await rejectionReason(shop, tx, booking, intent)
  await payments.settle(tx, id, reason ? 'unapplied' : 'paid')
  if (reason)
    return refunds.add(tx, {
      bookingId,
      attemptId: id,
      amountCents: intent.amount_received,
      source: 'unapplied',
      reason,
      providerKey: `refund-${intent.id}`,
      dueAt: new Date(),
    })
  await recordPaid(shop, { tx, mails }, booking, { transictionId: intent.id })
  return 'paid'
}

async function rejectionReason(
  shop: Shop,
  tx: Transaction,
  booking: bookings.BookingRow,
  intent: Intent,
): Promise<string | null> {
  if (intent.currency !== 'usd' || intent.amount_received !== booking.priceCents)
    return 'The amount does not match the order'
  if (booking.state === 'paid') return 'The order was already paid'
  if (booking.state === 'deleted') return 'The order was deleted'
  if (!booking.held && !(await holds.holdAgain(tx, booking, holds.holdEnd(shop.config.stockHoldHours))))
    return 'The units were no longer available'
  return null
}
