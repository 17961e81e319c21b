import * as payments from '../payments/store.ts'
import { workThrough } from '../payments/work-through.ts'
import type { Shop } from '../shop.ts'

const BATCH = 50

/** Gives money back that bought nothing. Trying again is safe: the provider knows the key. */
export async function refundPayment(shop: Shop, attemptId: string) {
  const attempt = await payments.find(shop.db, attemptId)
  if (!attempt?.intentId || (attempt.state !== 'refund_due' && attempt.state !== 'refund_failed')) return
  const refund = await shop.provider.refund(attempt.intentId, attempt.refundsFailed)
  await payments.recordRefund(shop.db, attempt, refund)
}

export async function refundPayments(shop: Shop, round: payments.Round) {
  await workThrough(
    shop,
    round,
    () => payments.claimRefunds(shop.db, round, BATCH),
    ({ id }) => refundPayment(shop, id),
  )
}
