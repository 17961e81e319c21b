import type { Stripe, StripeCardElement } from '@stripe/stripe-js'
import type { Booking } from '#contract/sales/bookings.ts'
import { api } from '../../api.ts'

/** The result. `uncertain`: the order's state may differ from what this page shows. */
export type Charge = { intentId: string } | { problem: string; uncertain: boolean }

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
  // Also when an earlier response was lost or another tab was faster: the provider then reports an error.
  if (intent?.status === 'succeeded') return { intentId: intent.id }
  if (intent?.status === 'canceled')
    return { problem: 'This payment was canceled and nothing was charged. Try again.', uncertain: true }
  if (error) return { ...refused(error.message), uncertain: error.type !== 'card_error' }
  return {
    problem: 'The payment is still being processed. Check your orders in a minute.',
    uncertain: true,
  }
}

const refused = (problem = 'The card was not accepted.') => ({ problem, uncertain: false })
