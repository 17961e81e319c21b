import type { Shop } from '../shop.ts'
import { getOrCreateIntent, isGivenUp } from './get-or-create-intent.ts'
import { settle } from './settle.ts'
import * as payments from './store.ts'

/**
 * Makes an attempt useless at the provider, so that no page can pay by it any more. False while the provider has not
 * decided yet.
 */
export async function cancelAttempt(shop: Shop, attempt: payments.Attempt): Promise<boolean> {
  const intentId = attempt.intentId ?? (await getOrCreateIntent(shop, attempt).catch(nullIfGivenUp))?.id
  const intent = intentId ? await shop.provider.cancelIntent(intentId) : null
  if (intent) await settle(shop, intent)
  else await payments.markCanceled(shop.db, attempt.id)
  return !intent || intent.status === 'canceled' || intent.status === 'succeeded'
}

function nullIfGivenUp(error: unknown): null {
  if (isGivenUp(error)) return null
  throw error
}
