import type { Stripe } from 'stripe'
import { withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import { idOf } from '../card-provider/provider.ts'
import { recordRefund } from '../refunds/refund-payment.ts'
import * as refunds from '../refunds/refund-store.ts'
import { settledAttemptForIntent } from './settled-attempt-for-intent.ts'

/** A question of the bank that ended, or a payment that it let stand. */
const WON = ['won', 'warning_closed', 'prevented']

/** A customer's bank questions a payment, or has decided. A lost dispute is a refund that the bank has made. */
export async function recordDispute(
  shop: Shop,
  {
    id,
    amount,
    status,
    ...dispute
  }: Pick<Stripe.Dispute, 'id' | 'amount' | 'status' | 'reason' | 'payment_intent'>,
) {
  const attempt = await settledAttemptForIntent(shop, idOf(dispute.payment_intent))
  if (!attempt) return
  const { bookingId, id: attemptId } = attempt
  const reason = dispute.reason.replaceAll('_', ' ')
  const state = status === 'lost' ? 'lost' : WON.includes(status) ? 'won' : 'open'
  await withMails(shop, async (tx, mails) => {
    const booking = (await bookings.lock(tx, bookingId)) as bookings.BookingRow
    if (!(await refunds.recordDispute(tx, { id, bookingId, amountCents: amount, reason, state }))) return
    await mails.toOwner('dispute', { bookingId, disputeId: id })
    if (state !== 'lost' || attempt.state !== 'paid') return
    // A refund that the provider refused because of the dispute takes nothing from it: its retries will be refused as well.
    const left = booking.priceCents - (await refunds.sumMade(tx, bookingId))
    const amountCents = Math.min(amount, left)
    if (amountCents <= 0) return
    const lost = { bookingId, attemptId, amountCents, reason: 'Returned by the card issuer' }
    const refund = await refunds.add(tx, { ...lost, source: 'dispute' })
    await recordRefund(
      shop,
      { tx, mails },
      booking,
      refund,
      { id, state: 'succeeded', error: null },
      new Date(),
    )
  })
}
