import { findOwnBooking } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refusal.ts'
import type { Shop } from '../shop.ts'
import { orUnavailable } from './or-unavailable.ts'
import { type Outcome, settle } from './settle.ts'
import * as payments from './store.ts'

/** The browser says that it has paid; the card provider is asked whether that is so. */
export async function confirmPayment(shop: Shop, caller: Caller, id: string, transictionId: string) {
  const booking = await findOwnBooking(shop, caller, id)
  const attempt = /^pi_\w+$/.test(transictionId) ? await payments.findByIntent(shop.db, transictionId) : null
  if (attempt?.bookingId !== booking.id) throw refuse.conflict('This payment does not belong to this order')
  const outcome = attempt.state === 'paid' ? 'paid' : await ask(shop, transictionId)
  if (outcome === 'refunded')
    throw refuse.conflict('This payment could not be used for the order and is given back')
  if (outcome !== 'paid') throw refuse.conflict('The payment is not completed yet')
  return bookings.toBooking((await bookings.find(shop.db, id)) as bookings.BookingRow)
}

async function ask(shop: Shop, intentId: string): Promise<Outcome> {
  const intent = await orUnavailable(
    shop.provider.findIntent(intentId),
    'A payment that went through is recorded by itself.',
  )
  if (!intent) throw refuse.conflict('The card provider does not know this payment')
  return settle(shop, intent)
}
