import type { Booking } from '#contract/sales/bookings.ts'
import { endOfDay } from '../../platform/database/queries/end-of-day.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findBookingForCaller } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import * as holds from './hold-store.ts'

const MAX_DAYS = 90
const DAY_MS = 86_400_000

/** Holds the units of an unpaid booking to the end of a day; one that has lapsed is held again if the units are there. */
export async function prolongHold(shop: Shop, caller: Caller, id: string, until: string): Promise<Booking> {
  await findBookingForCaller(shop, caller, id)
  const { timeZone } = shop.config
  const end = endOfDay(until, timeZone)
  await shop.db.transaction(async (tx) => {
    const booking = await bookings.lock(tx, id)
    if (!booking || booking.state === 'deleted') throw refuse.notFound('No such order')
    const problem = dayProblem(until, timeZone, new Date())
    if (problem) throw refuse.invalid(problem, 'until')
    if (booking.state === 'paid') throw refuse.conflict('This order is already paid')
    if (booking.state === 'closing')
      throw refuse.conflict('This order is being closed. Try again in a minute.')
    if (booking.state === 'open') {
      if (!(await holds.prolong(tx, id, end)))
        throw refuse.conflict('The units are already held longer than that', 'until')
    } else if (!(await holds.holdAgain(tx, booking, end)))
      throw refuse.conflict('The units for this order are no longer available')
  })
  return bookings.toAdminBooking(await findBookingForCaller(shop, caller, id))
}

function dayProblem(until: string, timeZone: string, now: Date): string | null {
  // Sweden writes dates as ISO does.
  const dayAt = (time: number) => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(time)
  if (until < dayAt(now.getTime())) return 'Choose today or a later date'
  if (until > dayAt(now.getTime() + MAX_DAYS * DAY_MS))
    return `Units can be held for at most ${MAX_DAYS} days`
  return null
}
