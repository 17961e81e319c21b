import type { Shop } from '../../shop-context.ts'
import { ensureIntent, isFinalError } from '../payment-attempts/ensure-intent.ts'
import * as payments from '../payment-attempts/store.ts'
import { recordOutcome } from './record-outcome.ts'

/**
 * Cancels an attempt at the provider, so that no open page can pay with it. False while the provider is still processing
 * it.
 */
export async function cancelAttempt(shop: Shop, attempt: payments.Attempt): Promise<boolean> {
  const intentId = attempt.intentId ?? (await ensureIntent(shop, attempt).catch(nullIfFinal))?.id
  const intent = intentId ? await shop.provider.cancelIntent(intentId) : null
  if (intent) await recordOutcome(shop, intent)
  else await payments.markCanceled(shop.db, attempt.id)
  return !intent || intent.status === 'canceled' || intent.status === 'succeeded'
}

function nullIfFinal(error: unknown): null {
  if (isFinalError(error)) return null
  throw error
}
