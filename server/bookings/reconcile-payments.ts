import { isProviderAway } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'
import { settle } from './settle.ts'

const BATCH = 50

/** Asks the card provider about attempts that neither the browser nor the webhook has told the end of. */
export async function reconcilePayments(shop: Shop, quietForSeconds: number) {
  for (const attempt of await payments.claimUnfinished(shop.db, quietForSeconds, BATCH)) {
    try {
      const intent = attempt.intentId
        ? await shop.provider.findIntent(attempt.intentId)
        : await shop.provider.createIntent(attempt)
      if (intent && !attempt.intentId) await payments.rememberIntent(shop.db, attempt.id, intent.id)
      if (intent) await settle(shop, intent)
    } catch (error) {
      if (!isProviderAway(error)) throw error
      return
    }
  }
}
