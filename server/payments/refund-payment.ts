import { withMails } from '../mail/write-mail.ts'
import type { Shop } from '../shop-context.ts'
import type { RefundOutcome } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import * as payments from './store.ts'

/** Refunds a payment that bought nothing, or checks on its refund. Retrying is safe: the idempotency key stays the same. */
export async function refundPayment(shop: Shop, attemptId: string, now = new Date()) {
  const attempt = await payments.find(shop.db, attemptId)
  if (!attempt?.intentId) return
  const { state, refundId } = attempt
  if (state === 'refund_failed' || (state === 'refund_due' && !refundId))
    await recordRefund(shop, attempt, await requestRefund(shop, attempt.intentId, attempt.refundsFailed), now)
  else if (refundId && (state === 'refund_due' || state === 'refunded')) {
    // A completed refund stays recorded even if the shop has switched to another provider account.
    const unknown: RefundOutcome =
      state === 'refunded' ? { id: refundId, state: 'succeeded', error: null } : UNKNOWN
    await recordRefund(shop, attempt, (await shop.provider.findRefund(refundId)) ?? unknown, now)
  }
}

/** Customer and owner are told once per refund, however often it is checked or made anew. */
const recordRefund = (shop: Shop, attempt: payments.Attempt, refund: RefundOutcome, now: Date) =>
  withMails(shop, async (tx, mails) => {
    if (!(await payments.recordRefund(tx, attempt, refund, now))) return
    const { id: attemptId, bookingId, state } = attempt
    if (refund.state === 'failed') await mails.toOwner('refund-failed', { attemptId }, attemptId)
    if (refund.state === 'succeeded' && state !== 'refunded')
      await mails.aboutBooking('refunded', bookingId, { attemptId }, attemptId)
  })

const UNKNOWN: RefundOutcome = {
  id: null,
  state: 'failed',
  error: 'The card provider does not know this refund',
}

/** A refund that the provider refuses counts as failed; a missing response says nothing. */
async function requestRefund(
  { provider }: Shop,
  intentId: string,
  failedBefore: number,
): Promise<RefundOutcome> {
  try {
    return await provider.refund(intentId, failedBefore)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error
    return { id: null, state: 'failed', error: error.reason }
  }
}
