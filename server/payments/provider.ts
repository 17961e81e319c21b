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

  /** Null when the provider knows no such intent. */
  async function findIntent(id: string): Promise<Intent | null> {
    try {
      return await stripe.paymentIntents.retrieve(id)
    } catch (error) {
      if (error instanceof Stripe.errors.StripeError && error.code === 'resource_missing') return null
      throw error
    }
  }

  return {
    findIntent,

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

    /** The intent after the try to cancel it: canceled, or what it had become before. */
    async cancelIntent(id: string): Promise<Intent | null> {
      try {
        return await stripe.paymentIntents.cancel(id)
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        return findIntent(id)
      }
    },

    /**
     * Gives the whole charge back; the id is null when that had been done already. The provider repeats the answer
     * to a known key, so a refund after failed ones is a new one.
     */
    async refund(
      intentId: string,
      failedBefore: number,
    ): Promise<{ id: string | null; failed: string | null }> {
      try {
        const refund = await stripe.refunds.create(
          { payment_intent: intentId },
          { idempotencyKey: failedBefore ? `refund-${intentId}-${failedBefore}` : `refund-${intentId}` },
        )
        const failed = refund.status === 'failed' || refund.status === 'canceled'
        return { id: refund.id, failed: failed ? (refund.failure_reason ?? 'refused') : null }
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError || isProviderBroken(error)))
          throw error
        const { code, message } = error as InstanceType<typeof Stripe.errors.StripeError>
        return { id: null, failed: code === 'charge_already_refunded' ? null : message }
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
  error instanceof Stripe.errors.StripeRateLimitError

/** Whether the provider answered that it failed; it gives this answer to the same key for a day. */
export const isProviderBroken = (error: unknown) =>
  error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500
