import type { Booking, PurchaseOrder } from '#contract/sales/bookings.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnBooking } from './find-booking.ts'
import * as bookings from './store.ts'

/** Until the order is paid: from then on its invoice says what it said. */
export async function setPurchaseOrder(
  shop: Shop,
  caller: Caller,
  id: string,
  given: PurchaseOrder,
): Promise<Booking> {
  await findOwnBooking(shop, caller, id)
  if (!(await bookings.setPurchaseOrder(shop.db, id, given)))
    throw refuse.conflict('This order is paid: its invoice cannot be changed')
  return bookings.toBooking(await findOwnBooking(shop, caller, id))
}
