import type { Shop } from '../shop.ts'
import { closeBooking } from './close-booking.ts'
import * as bookings from './store.ts'

const BATCH = 50

/** Gives back the units of orders that were not paid in time, and finishes what a crash left half closed. */
export async function lapseBookings(shop: Shop) {
  await bookings.claimLapsed(shop.db, BATCH)
  for (const id of await bookings.listClosing(shop.db, BATCH)) await closeBooking(shop, id)
}
