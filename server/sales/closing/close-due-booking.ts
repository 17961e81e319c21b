import type { Shop } from '../../shop-context.ts'
import * as holds from '../holds/hold-store.ts'
import { closeBooking } from './close-booking.ts'

/** Releases the units of an order that was not paid in time, or finishes an interrupted closing. */
export async function closeDueBooking(shop: Shop, id: string, now: Date) {
  if (!(await holds.beginClosing(shop.db, id, now))) return
  if ((await closeBooking(shop, id)) === 'waiting') await holds.postponeClosing(shop.db, id, now)
}
