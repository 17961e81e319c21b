import * as holds from '../bookings/hold-store.ts'
import type { JobContext } from '../job-context.ts'
import type { Shop } from '../shop-context.ts'
import { closeBooking } from './close-booking.ts'
import { processBatches } from './process-batches.ts'

/** Releases the units of orders that were not paid in time, and finishes interrupted closings. */
export async function lapseBookings(shop: Shop, job: JobContext) {
  await processBatches(shop, job, holds.claimClosing, ({ id }) => closeBooking(shop, id))
}
