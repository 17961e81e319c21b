import type { Transaction } from '../../platform/database/connect.ts'
import { type MailWriter, withMails } from '../../platform/outbox/write-mail.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { RefundOutcome } from '../card-provider/provider.ts'
import { ProviderError } from '../card-provider/provider-error.ts'
import { issueCreditNote } from '../documents/issue-document.ts'
import * as refunds from './refund-store.ts'

/** Makes a refund that is due at the card provider, or checks on it. Retrying is safe: the idempotency key stays the same. */
export async function refundPayment(shop: Shop, id: string, now: Date) {
  const refund = await refunds.find(shop.db, id)
  if (!refund?.intentId || !refund.dueAt || refund.dueAt > now) return
  const { bookingId, providerId, state } = refund
  const outcome =
    state === 'failed' || !providerId
      ? await requestRefund(shop, refund, refund.intentId)
      : ((await shop.provider.findRefund(providerId)) ?? unknownRefund(refund))
  await withMails(shop, async (tx, mails) => {
    const booking = (await bookings.lock(tx, bookingId)) as bookings.BookingRow
    await recordRefund(shop, { tx, mails }, booking, refund, outcome, now)
  })
}

/** At once, so that nobody waits for the schedule, which takes up what fails here. */
export async function tryRefund(shop: Shop, id: string) {
  await refundPayment(shop, id, new Date()).catch((err: unknown) =>
    shop.log.warn({ err, refund: id }, 'a refund failed and will be retried'),
  )
}

/**
 * Stores what became of a refund of this locked booking. Customer and owner are told once per refund, however often it is checked
 * or made anew; a credit note, too, is written once and stays if the bank returns the money.
 */
export async function recordRefund(
  shop: Shop,
  { tx, mails }: { tx: Transaction; mails: MailWriter },
  booking: bookings.BookingRow,
  refund: refunds.Refund,
  outcome: RefundOutcome,
  now: Date,
) {
  if (!(await refunds.record(tx, refund, outcome, now))) return
  const { id: refundId, source, state } = refund
  const count = (result: 'succeeded' | 'failed') =>
    mails.afterCommit(() => shop.metrics.refunds.inc({ result }))
  if (outcome.state === 'failed') {
    await mails.toOwner('refund-failed', { refundId }, refundId)
    count('failed')
  }
  if (outcome.state === 'succeeded' && state !== 'succeeded') {
    count('succeeded')
    await mails.aboutBooking('refunded', booking.id, { refundId }, refundId)
    if (source === 'provider') await mails.toOwner('dashboard-refund', { refundId }, refundId)
  }
  if (source === 'unapplied') return
  await refunds.recount(tx, booking.id)
  const outsideProvider = refund.attemptId !== null && outcome.id === null
  if (outcome.state === 'succeeded') await writeCreditNote(shop, tx, booking, { ...refund, outsideProvider })
}

/** Never for more than was invoiced: a refund that a bank returned keeps its credit note, and another may take its place. */
async function writeCreditNote(
  shop: Shop,
  tx: Transaction,
  booking: bookings.BookingRow,
  { id, amountCents, reason, outsideProvider }: refunds.Refund & { outsideProvider: boolean },
) {
  const { transictionId } = booking
  const refundedBefore = await refunds.sumCreditNotes(tx, booking.id)
  const credit = Math.min(amountCents, booking.priceCents - refundedBefore)
  if (!transictionId || credit <= 0 || (await refunds.hasCreditNote(tx, id))) return
  const noted = { id, amountCents: credit, reason, refundedBefore, outsideProvider }
  await issueCreditNote(shop, tx, { ...booking, transictionId }, noted)
}

/** A completed refund stays recorded even if the shop has switched to another provider account. */
const unknownRefund = ({ state, providerId }: refunds.Refund): RefundOutcome =>
  state === 'succeeded'
    ? { id: providerId, state, error: null }
    : { id: null, state: 'failed', error: 'The card provider has no record of this refund' }

/** A refund that the provider refuses counts as failed; a missing response says nothing. */
async function requestRefund(
  { provider }: Shop,
  { id, source, amountCents, providerKey, failures }: refunds.Refund,
  intentId: string,
): Promise<RefundOutcome> {
  // The provider repeats its response to a key it has seen, so a retry after a failed refund gets a new one.
  const idempotencyKey = failures ? `${providerKey}-${failures}` : providerKey
  try {
    return source === 'unapplied'
      ? await provider.refundAll(intentId, idempotencyKey)
      : await provider.refundPart({ intentId, amountCents, refundId: id, idempotencyKey })
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error
    return { id: null, state: 'failed', error: error.reason }
  }
}
