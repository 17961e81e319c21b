import type { JobRun } from './store.ts'
import { processBatches } from './process-batches.ts'
import type { Shop } from '../shop.ts'
import { closeBooking } from './close-booking.ts'
import * as holds from '../bookings/hold-store.ts'

const BATCH = 50

/** Gives back the units of orders that were not paid in time, and finishes what was left half closed. */
export async function lapseBookings(shop: Shop, round: JobRun) {
  await processBatches(
    shop,
    round,
    () => holds.claimClosing(shop.db, round, BATCH),
    ({ id }) => closeBooking(shop, id),
  )
}
