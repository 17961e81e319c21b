import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from './store.ts'

/** A booking that this caller may see: their own, or any for an admin. To everyone else it does not exist. */
export async function findBookingForCaller(
  shop: Shop,
  caller: Caller,
  id: string,
): Promise<bookings.BookingRow> {
  const booking = await bookings.find(shop.db, id)
  const visible =
    booking && booking.state !== 'deleted' && (booking.userId === caller.id || caller.role === 'admin')
  if (!visible) throw refuse.notFound('No such order')
  return booking
}

/** The caller's own: an admin, too, pays for nobody else. */
export const findOwnBooking = (shop: Shop, caller: Caller, id: string) =>
  findBookingForCaller(shop, { ...caller, role: 'customer' }, id)
