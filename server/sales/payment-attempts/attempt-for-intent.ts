import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { Intent } from '../card-provider/provider.ts'
import * as payments from './store.ts'

/** The attempt that an intent belongs to; null for an intent of another site on the same account. */
export async function attemptForIntent(
  shop: Shop,
  intent: Pick<Intent, 'id' | 'amount' | 'metadata'>,
): Promise<payments.Attempt | null> {
  const recorded = await payments.findByIntent(shop.db, intent.id)
  if (recorded) return recorded
  const named = await payments.findByMetadata(shop.db, intent.metadata.attemptId)
  if (!named || named.bookingId !== intent.metadata.bookingId) return null
  return shop.db.transaction(async (tx) => {
    await bookings.lock(tx, named.bookingId)
    // The response to creating it was lost or is still on its way; or the provider created a second intent, which must not be lost.
    if ((await payments.attachIntent(tx, named.id, intent.id)) === intent.id)
      return payments.findByIntent(tx, intent.id)
    const { bookingId, address, receiptEmail } = named
    const second = { bookingId, address, receiptEmail, amountCents: intent.amount, intentId: intent.id }
    return (await payments.findByIntent(tx, intent.id)) ?? payments.create(tx, second)
  })
}
