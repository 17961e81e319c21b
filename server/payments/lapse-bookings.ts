import * as holds from '../bookings/hold-store.ts'
import type { JobRun } from '../job-run.ts'
import type { Shop } from '../shop.ts'
import { closeBooking } from './close-booking.ts'
import { processBatches } from './process-batches.ts'

/** Releases the units of orders that were not paid in time, and finishes interrupted closings. */
export async function lapseBookings(shop: Shop, run: JobRun) {
  await processBatches(shop, run, holds.claimClosing, ({ id }) => closeBooking(shop, id))
}
