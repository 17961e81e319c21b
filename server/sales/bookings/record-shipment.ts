import type { Booking, NewShipment } from '#contract/sales/bookings.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { earliestDay, latestDay } from './date-bounds.ts'
import { findBookingForCaller } from './find-booking.ts'
import * as bookings from './store.ts'

/** Records how a paid booking was shipped, or corrects it. The lock keeps a refund from coming between check and write. */
export async function recordShipment(
  shop: Shop,
  caller: Caller,
  id: string,
  { despiteDispute, ...shipment }: NewShipment,
): Promise<Booking> {
  await findBookingForCaller(shop, caller, id)
  await withMails(shop, async (tx, mails) => {
    await bookings.lock(tx, id)
    const booking = (await bookings.find(tx, id)) as bookings.BookingRow
    refuseUnlessShippable(booking, despiteDispute)
    const problem = dateProblem(shipment.sentOn, booking.createdAt, new Date())
    if (problem) throw refuse.invalid(problem, 'sentOn')
    const { carrier, number = '' } = shipment
    const isNews = booking.shipment?.carrier !== carrier || (booking.shipment.number ?? '') !== number
    await bookings.recordShipment(tx, id, shipment, caller.email)
    if (isNews) await mails.aboutBooking('shipped', id, { carrier, number })
  })
  return bookings.toAdminBooking(await findBookingForCaller(shop, caller, id))
}

/** What has shipped may be corrected whatever came later. */
function refuseUnlessShippable(booking: bookings.BookingRow, despiteDispute = false) {
  if (booking.state !== 'paid') throw refuse.conflict('This order is not paid yet: only paid orders ship')
  if (booking.shipment) return
  if (booking.refundedCents === booking.priceCents)
    throw refuse.conflict('This order was refunded in full and cannot be shipped')
  if (booking.dispute?.state === 'open' && !despiteDispute)
    throw refuse.conflict('The payment for this order is disputed: ship it only if you are sure')
}

function dateProblem(sentOn: string, orderedAt: Date, now: Date): string | null {
  if (sentOn > latestDay(now)) return 'The shipping date cannot be in the future'
  if (sentOn < earliestDay(orderedAt)) return 'The shipping date cannot be before the order was placed'
  return null
}
