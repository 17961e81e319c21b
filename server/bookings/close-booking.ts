import { isProviderAway } from '../payments/provider.ts'
import * as payments from '../payments/store.ts'
import type { Shop } from '../shop.ts'
import { settle } from './settle.ts'
import * as bookings from './store.ts'

/** closed: done. paid: a payment came first. waiting: the provider has the last word and has not said it yet. */
export type Closed = 'closed' | 'paid' | 'waiting'

/**
 * Ends a booking that is marked as closing. An open page can confirm its payment at any moment, so every intent is
 * first made useless at the provider; only then are the units given back.
 */
export async function closeBooking(shop: Shop, id: string): Promise<Closed> {
  for (const attempt of await payments.findOpen(shop.db, id)) {
    const stopped = await stop(shop, attempt)
    if (stopped !== 'closed') return stopped
  }
  await bookings.finishClosing(shop.db, id)
  return 'closed'
}

async function stop(shop: Shop, attempt: payments.Attempt): Promise<Closed> {
  try {
    const intentId = attempt.intentId ?? (await learnIntent(shop, attempt))
    const intent = await shop.provider.cancelIntent(intentId)
    const outcome = await settle(shop, intent)
    if (outcome === 'paid') return 'paid'
    return intent.status === 'canceled' || intent.status === 'succeeded' ? 'closed' : 'waiting'
  } catch (error) {
    if (!isProviderAway(error)) throw error
    return 'waiting'
  }
}

/** The answer to creating it was lost: the same request with the same key gives it again. */
async function learnIntent(shop: Shop, attempt: payments.Attempt) {
  const intent = await shop.provider.createIntent(attempt)
  await payments.rememberIntent(shop.db, attempt.id, intent.id)
  return intent.id
}
