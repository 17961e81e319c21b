import Stripe from 'stripe'

const TIMEOUT_MS = 8_000

/** How to reach the card provider: its keys, and where a stand-in listens in demo mode. */
export type ProviderSettings = {
  secretKey: string
  webhookSecret: string
  sandbox: { host: string; port: number } | null
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'amount' | 'amount_received' | 'currency' | 'client_secret' | 'metadata'
>
export type Provider = ReturnType<typeof createProvider>

/** The few calls the shop makes to the card provider. Repeating one with the same key never charges twice. */
export function createProvider({ secretKey, webhookSecret, sandbox }: ProviderSettings) {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: sandbox === null,
    ...(sandbox && { ...sandbox, protocol: 'http' as const }),
  })
  return {
    createIntent: (attempt: {
      id: string
      bookingId: string
      number: number
      amountCents: number
    }): Promise<Intent> =>
      stripe.paymentIntents.create(
        {
          amount: attempt.amountCents,
          currency: 'usd',
          allowed_payment_method_types: ['card'],
          metadata: { bookingId: attempt.bookingId, attemptId: attempt.id },
        },
        { idempotencyKey: `booking-${attempt.bookingId}-${attempt.number}` },
      ),

    /** Null when the provider knows no such intent. */
    async findIntent(id: string): Promise<Intent | null> {
      try {
        return await stripe.paymentIntents.retrieve(id)
      } catch (error) {
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return null
        throw error
      }
    },

    /** The intent after the try to cancel it: canceled, or what it had become before. */
    async cancelIntent(id: string): Promise<Intent> {
      try {
        return await stripe.paymentIntents.cancel(id)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return stripe.paymentIntents.retrieve(id)
      }
    },

    /** The refund's id, or null when the charge had been given back already. */
    async refund(intentId: string): Promise<{ id: string | null; failed: string | null }> {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: intentId },
          { idempotencyKey: `refund-${intentId}` },
        )
        return {
          id: refund.id,
          failed: refund.status === 'failed' ? (refund.failure_reason ?? 'refused') : null,
        }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return error.code === 'charge_already_refunded'
          ? { id: null, failed: null }
          : { id: null, failed: error.message }
      }
    },

    /** The event of a signed delivery, or null when the signature is wrong or too old. */
    readEvent(body: Buffer, signature: string | undefined): Stripe.Event | null {
      try {
        return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret)
      } catch {
        return null
      }
    },
  }
}

/** Whether a call failed because the provider did not answer, as opposed to saying no. */
export const isProviderAway = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  (error instanceof Stripe.errors.StripeError && (error.statusCode ?? 500) >= 500)
