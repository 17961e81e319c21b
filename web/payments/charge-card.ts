import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Booking } from '#contract/bookings.ts'
import { api } from '../api.ts'

/** What came of it. `doubtful`: the order may stand otherwise than this page shows. */
export type Charge = { intentId: string } | { problem: string; doubtful: boolean }

/** Charges the card that was typed into the provider's form with the price of one booking. */
export async function chargeCard(stripe: Stripe, card: StripeCardElement, booking: Booking): Promise<Charge> {
  const method = await stripe.createPaymentMethod({
    type: 'card',
    card,
    billing_details: { name: booking.name, email: booking.email },
  })
  if (method.error) return refused(method.error.message)

  const { clientSecret } = await api.createPaymentIntent({
    body: { price: booking.price, bookingId: booking._id },
  })
  const { error, paymentIntent } = await stripe.confirmCardPayment(clientSecret, {
    payment_method: method.paymentMethod.id,
  })
  const intent = paymentIntent ?? error.payment_intent
  // Also when an earlier answer was lost, or another tab was faster: the provider then calls it an error.
  if (intent?.status === 'succeeded') return { intentId: intent.id }
  if (intent?.status === 'canceled')
    return { problem: 'This payment was withdrawn and nothing was charged. Try again.', doubtful: true }
  if (error) return { ...refused(error.message), doubtful: error.type !== 'card_error' }
  return {
    problem: 'The payment is still being processed. Look at your orders in a minute.',
    doubtful: true,
  }
}

const refused = (problem = 'The card was not accepted.') => ({ problem, doubtful: false })
