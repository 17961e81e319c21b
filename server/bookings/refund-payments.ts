import { isProviderAway } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'

const BATCH = 50

/** Gives money back that bought nothing. Trying again is safe: the provider knows the key. */
export async function refundPayment(shop: Shop, attemptId: string) {
  const attempt = await payments.find(shop.db, attemptId)
  if (!attempt?.intentId || (attempt.state !== 'refund_due' && attempt.state !== 'refund_failed')) return
  try {
    await payments.recordRefund(shop.db, attempt.id, await shop.provider.refund(attempt.intentId))
  } catch (error) {
    if (!isProviderAway(error)) throw error
    shop.log.warn({ attempt: attempt.id }, 'a refund waits for the card provider')
  }
}

export async function refundPayments(shop: Shop) {
  for (const attempt of await payments.claimRefunds(shop.db, BATCH)) await refundPayment(shop, attempt.id)
}
