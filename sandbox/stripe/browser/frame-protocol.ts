import type {
  CreatePaymentMethodCardData,
  PaymentMethod,
  StripeCardElementChangeEvent,
  StripeCardElementOptions,
  StripeError,
} from '@stripe/stripe-js'

export type BillingDetails = CreatePaymentMethodCardData['billing_details']
export type MethodResult = { error: StripeError } | { paymentMethod: PaymentMethod }

/** The first message to a card frame; it brings the port over which all others go. */
export interface Connect {
  sandboxCard: 'connect'
  options: StripeCardElementOptions
}

export type ToCard =
  | { do: 'update'; options: StripeCardElementOptions }
  | { do: 'createPaymentMethod'; call: number; key: string; billingDetails: BillingDetails }

export type FromCard =
  | { tells: 'ready' | 'focus' | 'blur' | 'submit' }
  | { tells: 'height'; pixels: number }
  | { tells: 'change'; change: StripeCardElementChangeEvent }
  | { tells: 'paymentMethod'; call: number; result: MethodResult }

/** What a challenge's frame tells the page when the card holder has answered. */
export interface ChallengeAnswered {
  sandboxChallenge: 'answered'
}
