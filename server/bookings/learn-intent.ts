import { type Intent, isProviderBroken } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'

/**
 * The intent of an attempt, or null when the provider does not know it. If the answer to creating it was lost, the
 * same request with the same key gives it again.
 */
export async function learnIntent(shop: Shop, attempt: payments.Attempt): Promise<Intent | null> {
  if (attempt.intentId) return shop.provider.findIntent(attempt.intentId)
  try {
    const intent = await shop.provider.createIntent(attempt)
    const kept = await payments.rememberIntent(shop.db, attempt.id, intent.id)
    return kept === intent.id ? intent : shop.provider.findIntent(kept)
  } catch (error) {
    // The same key would fail for a day. No browser knows this intent, so a new attempt may take its place.
    if (isProviderBroken(error)) await payments.markCanceled(shop.db, attempt.id)
    throw error
  }
}
