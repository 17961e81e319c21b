import type { Booking, Shipment } from '#contract/bookings.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import { withMails } from '../mail/write-mail.ts'
import type { Shop } from '../shop-context.ts'
import { findBookingForCaller } from './find-booking.ts'
import * as bookings from './store.ts'

const HOUR_MS = 3_600_000

/** Records how a paid booking was shipped, or corrects it. Paid is final, so no lock is needed between check and write. */
export async function recordShipment(
  shop: Shop,
  caller: Caller,
  id: string,
  shipment: Shipment,
): Promise<Booking> {
  const booking = await findBookingForCaller(shop, caller, id)
  if (booking.state !== 'paid') throw refuse.conflict('This order is not paid yet: only a paid order is sent')
  const problem = dateProblem(shipment.sentOn, booking.createdAt, new Date())
  if (problem) throw refuse.invalid(problem, 'sentOn')
  const { carrier, number } = shipment
  const isNews = booking.shipment?.carrier !== carrier || booking.shipment.number !== number
  await withMails(shop, async (tx, mails) => {
    await bookings.recordShipment(tx, id, shipment, caller.email)
    if (isNews) await mails.aboutBooking('shipped', id, { carrier, number })
  })
  return bookings.toBooking(await findBookingForCaller(shop, caller, id))
}

/** A date names no time zone: it may be today anywhere on earth, from 12 hours behind UTC to 14 ahead. */
function dateProblem(sentOn: string, orderedAt: Date, now: Date): string | null {
  if (sentOn > dayOf(now, 14)) return 'An order cannot have been sent in the future'
  if (sentOn < dayOf(orderedAt, -12)) return 'An order cannot have been sent before it was placed'
  return null
}

const dayOf = (time: Date, hoursAhead: number) =>
  new Date(time.getTime() + hoursAhead * HOUR_MS).toISOString().slice(0, 10)
