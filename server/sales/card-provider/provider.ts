import type { Logger } from 'pino'
import Stripe from 'stripe'
import { successLevel } from '../../platform/log/request-context.ts'
import type { Metrics } from '../../platform/metrics/metrics.ts'
import { ProviderError } from './provider-error.ts'

const TIMEOUT_MS = 8_000
const CHECK_TIMEOUT_MS = 4_000
const MAX_LISTED = 10_000

/** How to reach the card provider: its keys, and where the sandbox listens in demo mode. */
export type ProviderSettings = {
  secretKey: string
  webhookSecret: string
  sandbox: { host: string; port: number } | null
  log: Pick<Logger, 'debug' | 'info' | 'error'>
  metrics: Pick<Metrics, 'providerRequests' | 'providerDuration'>
}

export type Intent = Pick<
  Stripe.PaymentIntent,
  'id' | 'status' | 'amount' | 'amount_received' | 'currency' | 'client_secret' | 'metadata'
>
/** An intent to create. An idempotency key must always come with the same fields, so all of them come from stored rows. */
export type NewIntent = {
  idempotencyKey: string
  amountCents: number
  description: string
  statementSuffix: string
  receiptEmail: string | null
  shipping: { name: string; phone: string; address: string }
  metadata: { bookingId: string; attemptId: string }
}
/** What became of a refund. The id is null where the provider names none. */
export type RefundOutcome = {
  id: string | null
  state: 'succeeded' | 'pending' | 'failed'
  error: string | null
}
/** A refund as the provider has it, whoever made it. */
export type ProviderRefund = RefundOutcome & {
  id: string
  intentId: string | null
  amountCents: number
  /** The shop's own id, if the shop made it. */
  refundId: string | undefined
}
export type Provider = ReturnType<typeof createProvider>

/** The few calls the shop makes to the card provider. Repeating one with the same key never charges twice. */
export function createProvider({ secretKey, webhookSecret, sandbox, log, metrics }: ProviderSettings) {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: sandbox === null,
    ...(sandbox && { ...sandbox, protocol: 'http' as const }),
  })
  // With the provider's own id of the request, by which its dashboard finds it.
  stripe.on('response', (response: Stripe.ResponseEvent) => {
    const { request_id: providerRequestId, method, path, status, elapsed: ms } = response
    const [withoutQuery] = path.split('?', 1)
    log[successLevel()](
      { providerRequestId, method, path: withoutQuery, status, ms },
      'the card provider answered',
    )
  })
  const rejections = new Map<string, string>()

  /** Every call goes through here: a rejection is logged once and remembered until the same call succeeds. */
  async function callStripe<T>(call: string, run: () => Promise<T>): Promise<T> {
    const done = metrics.providerDuration.startTimer({ call })
    try {
      const answer = await run()
      rejections.delete(call)
      metrics.providerRequests.inc({ outcome: 'ok' })
      return answer
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeError)) throw error
      const problem = new ProviderError(error)
      metrics.providerRequests.inc({ outcome: problem.kind })
      if (problem.kind === 'rejected') {
        const { reason, httpStatus: status, requestId: providerRequestId } = problem
        if (rejections.get(call) !== reason)
          log.error({ call, status, providerRequestId, reason }, 'the card provider rejected a request')
        rejections.set(call, reason)
      }
      throw problem
    } finally {
      done()
    }
  }

  /** Null when the provider knows no such intent. */
  const findIntent = (id: string): Promise<Intent | null> =>
    callStripe('read a payment', () => orNullIfUnknown(stripe.paymentIntents.retrieve(id)))

  async function refundsOf(intentId: string): Promise<ProviderRefund[]> {
    const { data } = await stripe.refunds.list({ payment_intent: intentId, limit: 100 })
    return data.map(toRefund)
  }

  return {
    findIntent,

    /** The provider's messages for the calls it last rejected; null while it accepts all of them. */
    rejection: () => (rejections.size > 0 ? [...new Set(rejections.values())].join(' ') : null),

    /** Whether the provider accepts the key; a restricted one needs this permission for payments anyway. */
    async checkKey() {
      const options = { timeout: CHECK_TIMEOUT_MS, maxNetworkRetries: 0 }
      await callStripe('check the key', () => stripe.paymentIntents.list({ limit: 1 }, options))
    },

    createIntent: (intent: NewIntent): Promise<Intent> =>
      callStripe('create a payment', () =>
        stripe.paymentIntents.create(
          {
            amount: intent.amountCents,
            currency: 'usd',
            allowed_payment_method_types: ['card'],
            description: intent.description,
            statement_descriptor_suffix: intent.statementSuffix,
            ...(intent.receiptEmail && { receipt_email: intent.receiptEmail }),
            shipping: { ...intent.shipping, address: { line1: intent.shipping.address } },
            metadata: intent.metadata,
          },
          { idempotencyKey: intent.idempotencyKey },
        ),
      ),

    /** The intent after trying to cancel it: canceled, or whatever state it had already reached. */
    async cancelIntent(id: string): Promise<Intent | null> {
      const canceled = await callStripe('cancel a payment', () =>
        stripe.paymentIntents.cancel(id).catch((error: unknown) => {
          if (hasCode(error, 'payment_intent_unexpected_state', 'resource_missing')) return null
          throw error
        }),
      )
      return canceled ?? findIntent(id)
    },

    /** Refunds the whole charge, or finds the refund that already exists. */
    refundAll: (intentId: string, idempotencyKey: string): Promise<RefundOutcome> =>
      callStripe('refund a payment', async () => {
        try {
          return toRefund(await stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey }))
        } catch (error) {
          if (!hasCode(error, 'charge_already_refunded')) throw error
          const existing = (await refundsOf(intentId)).find(({ state }) => state !== 'failed')
          return existing ?? { id: null, state: 'succeeded', error: null }
        }
      }),

    /**
     * Refunds this much of the charge, once: the provider forgets a key after a day, so the refund is looked for by our own id
     * first.
     */
    refundPart: (part: {
      intentId: string
      amountCents: number
      refundId: string
      idempotencyKey: string
    }): Promise<RefundOutcome> =>
      callStripe('refund a payment', async () => {
        const { intentId, amountCents: amount, refundId, idempotencyKey } = part
        const isIt = (made: ProviderRefund) => made.refundId === refundId && made.state !== 'failed'
        const existing = (await refundsOf(intentId)).find(isIt)
        if (existing) return existing
        const params = { payment_intent: intentId, amount, metadata: { refundId } }
        try {
          return toRefund(await stripe.refunds.create(params, { idempotencyKey }))
        } catch (error) {
          if (!isAboutCharge(error)) throw error
          return { id: null, state: 'failed', error: error.message }
        }
      }),

    /** Null when the provider knows no such refund. */
    findRefund: (id: string): Promise<ProviderRefund | null> =>
      callStripe('read a refund', async () => {
        const refund = await orNullIfUnknown(stripe.refunds.retrieve(id))
        return refund && toRefund(refund)
      }),

    listRefunds: (intentId: string) => callStripe('read refunds', () => refundsOf(intentId)),

    /** All refunds since, whoever made them. */
    refundsSince: (since: Date): Promise<ProviderRefund[]> =>
      callStripe('read refunds', async () => {
        const list = stripe.refunds.list({ created: { gte: seconds(since) }, limit: 100 })
        return (await list.autoPagingToArray({ limit: MAX_LISTED })).map(toRefund)
      }),
    disputesSince: (since: Date): Promise<Stripe.Dispute[]> =>
      callStripe('read disputes', () =>
        stripe.disputes
          .list({ created: { gte: seconds(since) }, limit: 100 })
          .autoPagingToArray({ limit: MAX_LISTED }),
      ),
    /** The event of a signed delivery, or null when the signature is invalid or expired. */
    readEvent(body: Buffer, signature: string | undefined): Stripe.Event | null {
      try {
        return stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret)
      } catch {
        return null
      }
    },
  }
}

const seconds = (time: Date) => Math.floor(time.getTime() / 1000)

const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Stripe.errors.StripeError && codes.includes(error.code ?? '')

/** Nothing is wrong with our requests: this charge was disputed, or is refunded already, or too little of it is left. */
const isAboutCharge = (error: unknown): error is InstanceType<typeof Stripe.errors.StripeError> =>
  hasCode(error, 'charge_already_refunded', 'charge_disputed') ||
  (error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'amount')

function orNullIfUnknown<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error: unknown) => {
    if (hasCode(error, 'resource_missing')) return null
    throw error
  })
}

/** An object that the provider names by its id, unless asked to include it. */
export const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? null)

function toRefund(refund: Stripe.Refund): ProviderRefund {
  const { id, amount: amountCents, payment_intent, metadata } = refund
  return {
    id,
    amountCents,
    intentId: idOf(payment_intent),
    refundId: metadata?.refundId,
    ...stateOf(refund),
  }
}

function stateOf({ status, failure_reason }: Stripe.Refund): Pick<RefundOutcome, 'state' | 'error'> {
  if (status === 'failed' || status === 'canceled')
    return { state: 'failed', error: failure_reason ?? 'refused' }
  const isPending = status === 'pending' || status === 'requires_action'
  return { state: isPending ? 'pending' : 'succeeded', error: null }
}
