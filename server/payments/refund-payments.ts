import type { JobContext } from '../job-context.ts'
import { withMails } from '../mail/write-mail.ts'
import type { Shop } from '../shop-context.ts'
import { processBatches } from './process-batches.ts'
import type { RefundOutcome } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import * as payments from './store.ts'

/** Refunds a payment that bought nothing, or checks on its refund. Retrying is safe: the idempotency key stays the same. */
export async function refundPayment(shop: Shop, attemptId: string) {
  const attempt = await payments.find(shop.db, attemptId)
  if (!attempt?.intentId) return
  const { state, refundId } = attempt
  if (state === 'refund_failed' || (state === 'refund_due' && !refundId))
    await recordRefund(shop, attempt, await requestRefund(shop, attempt.intentId, attempt.refundsFailed))
  else if (refundId && (state === 'refund_due' || state === 'refunded')) {
    const refund = await shop.provider.findRefund(refundId)
    // A completed refund stays recorded even if the shop has switched to another provider account.
    if (refund || state === 'refund_due') await recordRefund(shop, attempt, refund ?? UNKNOWN)
  }
}

/** Customer and owner are told once per refund, however often it is checked or made anew. */
const recordRefund = (shop: Shop, attempt: payments.Attempt, refund: RefundOutcome) =>
  withMails(shop, async (tx, mails) => {
    if (!(await payments.recordRefund(tx, attempt, refund))) return
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

export async function refundPayments(shop: Shop, job: JobContext) {
  await processBatches(shop, job, payments.claimRefunds, ({ id }) => refundPayment(shop, id))
}
