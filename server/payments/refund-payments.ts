import type { JobRun } from '../job-run.ts'
import type { Shop } from '../shop.ts'
import { processBatches } from './process-batches.ts'
import type { RefundOutcome } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import * as payments from './store.ts'

/** Gives money back that bought nothing, or asks what became of it. Trying again is safe: the provider knows the key. */
export async function refundPayment(shop: Shop, attemptId: string) {
  const attempt = await payments.find(shop.db, attemptId)
  if (!attempt?.intentId) return
  const { state, refundId } = attempt
  if (state === 'refund_failed' || (state === 'refund_due' && !refundId))
    await payments.recordRefund(shop.db, attempt, await give(shop, attempt.intentId, attempt.refundsFailed))
  else if (refundId && (state === 'refund_due' || state === 'refunded')) {
    const refund = await shop.provider.findRefund(refundId)
    // One that was made stays made when the shop has another account at the provider since.
    if (refund || state === 'refund_due') await payments.recordRefund(shop.db, attempt, refund ?? UNKNOWN)
  }
}

const UNKNOWN: RefundOutcome = {
  id: null,
  state: 'failed',
  error: 'The card provider does not know this refund',
}

/** A refund that the provider refuses to make has failed, too; an answer that did not come says nothing. */
async function give({ provider }: Shop, intentId: string, failedBefore: number): Promise<RefundOutcome> {
  try {
    return await provider.refund(intentId, failedBefore)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind === 'unreachable') throw error
    return { id: null, state: 'failed', error: error.reason }
  }
}

export async function refundPayments(shop: Shop, run: JobRun) {
  await processBatches(shop, run, payments.claimRefunds, ({ id }) => refundPayment(shop, id))
}
