import * as bookings from '../bookings/store.ts'
import type { Shop } from '../shop.ts'
import type { Intent } from './provider.ts'
import * as payments from './store.ts'

/** The attempt that an intent belongs to; null for an intent of another site on the same account. */
export async function findAttempt(
  shop: Shop,
  intent: Pick<Intent, 'id' | 'amount' | 'metadata'>,
): Promise<payments.Attempt | null> {
  const known = await payments.findByIntent(shop.db, intent.id)
  if (known) return known
  const named = await payments.findByMetadata(shop.db, intent.metadata.attemptId)
  if (!named || named.bookingId !== intent.metadata.bookingId) return null
  return shop.db.transaction(async (tx) => {
    await bookings.lock(tx, named.bookingId)
    // Its answer was lost or is still on the way; or the provider made a second one, which must not be lost.
    if ((await payments.rememberIntent(tx, named.id, intent.id)) === intent.id)
      return payments.findByIntent(tx, intent.id)
    const { bookingId, address, receiptEmail } = named
    const further = { bookingId, address, receiptEmail, amountCents: intent.amount, intentId: intent.id }
    return (await payments.findByIntent(tx, intent.id)) ?? payments.begin(tx, further)
  })
}
