import type { Transaction } from '../../platform/database/connect.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { ProviderRefund } from '../card-provider/provider.ts'
import type { Attempt } from '../payment-attempts/store.ts'
import { recordRefund } from '../refunds/refund-payment.ts'
import * as refunds from '../refunds/refund-store.ts'
import { settledAttemptForIntent } from './settled-attempt-for-intent.ts'

/**
 * Records what the provider says of a refund. One that the shop did not ask for was made in the provider's dashboard. The lock keeps
 * our own request and its event, or two events, from making two rows of one refund.
 */
export async function recordProviderRefund(shop: Shop, reported: ProviderRefund) {
  const attempt = await settledAttemptForIntent(shop, reported.intentId)
  if (!attempt) return
  await withMails(shop, async (tx, mails) => {
    const booking = (await bookings.lock(tx, attempt.bookingId)) as bookings.BookingRow
    const known = await refunds.findReported(tx, attempt.id, reported)
    const refund = known ?? (await adopt(tx, attempt, reported))
    if (refund && isNews(refund, reported))
      await recordRefund(shop, { tx, mails }, booking, refund, reported, new Date())
  })
}

async function adopt(tx: Transaction, attempt: Attempt, reported: ProviderRefund) {
  const { id: attemptId, bookingId } = attempt
  if (attempt.state === 'unapplied') return findUnapplied(tx, attemptId, reported)
  if (reported.state === 'failed') return null
  const { amountCents } = reported
  const reason = 'Refunded through the card provider'
  return refunds.add(tx, { bookingId, attemptId, amountCents, source: 'provider', reason })
}

/** A payment that bought nothing has one refund, the shop's: until its id is stored, only a failure can be told from a part. */
async function findUnapplied(tx: Transaction, attemptId: string, reported: ProviderRefund) {
  const refund = await refunds.findUnapplied(tx, attemptId)
  return reported.state === 'failed' && refund?.providerId === null ? refund : null
}

/** While a refund has failed already, the event may be that one's, come late: it neither counts twice nor revives it. */
const isNews = ({ state, providerId }: refunds.Refund, reported: ProviderRefund) =>
  state === 'failed'
    ? reported.state !== 'failed' && reported.id !== providerId
    : providerId === null || providerId === reported.id
