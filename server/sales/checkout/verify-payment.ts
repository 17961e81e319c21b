import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnBooking } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { refuseIfProviderDown } from '../card-provider/refuse-if-provider-down.ts'
import * as payments from '../payment-attempts/store.ts'
import { type PaymentOutcome, recordOutcome } from '../payments/record-outcome.ts'

/** The browser reports a payment; the card provider is asked whether it succeeded. */
export async function verifyPayment(shop: Shop, caller: Caller, id: string, transictionId: string) {
  const booking = await findOwnBooking(shop, caller, id)
  const attempt = /^pi_\w+$/.test(transictionId) ? await payments.findByIntent(shop.db, transictionId) : null
  if (attempt?.bookingId !== booking.id) throw refuse.conflict('This payment does not belong to this order')
  const outcome = attempt.state === 'paid' ? 'paid' : await fetchOutcome(shop, transictionId)
  if (outcome === 'refunded')
    throw refuse.conflict('This payment could not be applied to the order and is being refunded')
  if (outcome !== 'paid') throw refuse.conflict('The payment is not complete yet')
  return bookings.toBooking((await bookings.find(shop.db, id)) as bookings.BookingRow)
}

async function fetchOutcome(shop: Shop, intentId: string): Promise<PaymentOutcome> {
  const intent = await refuseIfProviderDown(
    shop.provider.findIntent(intentId),
    'A payment that succeeded is recorded automatically.',
  )
  if (!intent) throw refuse.conflict('The payment provider has no record of this payment')
  return recordOutcome(shop, intent)
}
