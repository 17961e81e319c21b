import type { Shop } from '../../shop-context.ts'
import * as payments from '../payment-attempts/store.ts'
import { recordOutcome } from '../payments/record-outcome.ts'

/** The attempt whose money an event is about, its payment recorded first if nobody has told of it; null when it is not ours. */
export async function settledAttemptForIntent(
  shop: Shop,
  intentId: string | null,
): Promise<payments.Attempt | null> {
  if (!intentId) return null
  const recorded = await payments.findByIntent(shop.db, intentId)
  if (isSettled(recorded)) return recorded
  const intent = await shop.provider.findIntent(intentId)
  if (intent) await recordOutcome(shop, intent)
  const attempt = await payments.findByIntent(shop.db, intentId)
  return isSettled(attempt) ? attempt : null
}

const isSettled = (attempt: payments.Attempt | null) =>
  attempt?.state === 'paid' || attempt?.state === 'unapplied'
