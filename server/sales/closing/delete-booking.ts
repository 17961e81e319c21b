import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findBookingForCaller } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { ProviderError } from '../card-provider/provider-error.ts'
import { type CloseOutcome, closeBooking } from './close-booking.ts'

/** Deletes an unpaid booking and releases its units, once, however many requests arrive at the same time. */
export async function deleteBooking(
  shop: Shop,
  caller: Caller,
  id: string,
): Promise<Exclude<CloseOutcome, 'paid'>> {
  const booking = await findBookingForCaller(shop, caller, id)
  if (booking.state === 'paid') throw refuse.conflict('A paid order cannot be deleted')
  if (!(await bookings.markDeleting(shop.db, id, caller.email))) {
    const now = await findBookingForCaller(shop, caller, id)
    if (now.state === 'paid') throw refuse.conflict('A paid order cannot be deleted')
  }
  const closed = await closeBooking(shop, id).catch((error: unknown): CloseOutcome => {
    if (error instanceof ProviderError) return 'waiting'
    throw error
  })
  if (closed === 'paid') throw refuse.conflict('This order has just been paid and cannot be deleted')
  return closed
}
