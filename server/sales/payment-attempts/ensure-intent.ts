import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'
import type { Intent, NewIntent } from '../card-provider/provider.ts'
import { ProviderError } from '../card-provider/provider-error.ts'
import * as payments from './store.ts'

/**
 * The intent of an attempt, or null when the provider does not know it. If the response to creating it was lost, the
 * same request with the same idempotency key returns it again. An attempt that the provider refuses is abandoned.
 */
export async function ensureIntent(shop: Shop, attempt: payments.Attempt): Promise<Intent | null> {
  if (attempt.intentId) return shop.provider.findIntent(attempt.intentId)
  const booking = (await bookings.find(shop.db, attempt.bookingId)) as bookings.BookingRow
  try {
    const intent = await shop.provider.createIntent(toIntent(attempt, booking))
    const stored = await payments.attachIntent(shop.db, attempt.id, intent.id)
    return stored === intent.id ? intent : shop.provider.findIntent(stored)
  } catch (error) {
    if (!isFinalError(error)) throw error
    // The same key would fail for a day. No browser knows this intent, so a new attempt may take its place.
    await payments.markCanceled(shop.db, attempt.id)
    if (error.isKeyUsed) return null
    throw error
  }
}

/** Whether the provider answered that it will not create the intent, as opposed to not having answered. */
export const isFinalError = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.kind !== 'unreachable'

/** Built only from columns that never change while the order is open: the provider accepts a key only with the parameters it was first used with. */
function toIntent(attempt: payments.Attempt, booking: bookings.BookingRow): NewIntent {
  const { name, phone, address } = booking
  return {
    idempotencyKey: `booking-${booking.id}-${attempt.number}`,
    amountCents: attempt.amountCents,
    description: `${booking.orders} × ${booking.product}`,
    statementSuffix: statementSuffix(booking.id),
    receiptEmail: attempt.receiptEmail,
    shipping: { name, phone, address },
    metadata: { bookingId: booking.id, attemptId: attempt.id },
  }
}

/** Manage Order finds an order by the start of its id. The account's own prefix leaves room for ten characters. */
const statementSuffix = (bookingId: string) => `ID${bookingId.slice(0, 8).toUpperCase()}`
