import type Stripe from 'stripe'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { ApiError, invalidParameter, noSuch } from './api-error.ts'
import { newCharge } from './charges.ts'
import { refuseIfDisputed } from './disputes.ts'
import { emitEvent } from './events.ts'
import { list, listNames } from './lists.ts'
import { newRefund } from './new-objects.ts'
import { paidIntent } from './paid-intent.ts'
import { integer, metadata, parameterNames, refuseUnknown, requiredText, text } from './parameters.ts'

const createParameters = parameterNames<Stripe.RefundCreateParams>()('amount', 'metadata', 'payment_intent')

export function createRefund(sandbox: ApiContext, { form, origin }: ApiRequest) {
  refuseUnknown(form, createParameters)
  const amount = integer(form, 'amount')
  if (amount !== undefined && amount < 1)
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  return makeRefund(sandbox, requiredText(form, 'payment_intent'), amount, metadata(form), origin)
}

/** As the API and the dashboard both do it. */
export function makeRefund(
  sandbox: ApiContext,
  intentId: string,
  wanted: number | undefined,
  metadata: Stripe.Metadata,
  origin: Stripe.Event.Request,
): Stripe.Refund {
  const intent = paidIntent(sandbox, intentId)
  const left = intent.amount_received - refundedCents(sandbox, intent.id)
  refuseIfDisputed(sandbox, intent.id)
  if (left === 0)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `The charge of ${intent.id} has already been refunded.`,
    })
  const amount = wanted ?? left
  if (amount > left)
    throw invalidParameter(
      'amount',
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
    )
  const status = sandbox.switches.current.pendingRefunds ? 'pending' : 'succeeded'
  const refund = newRefund(intent, { amount, metadata, status })
  sandbox.store.put('refund', refund.id, refund)
  emitEvent(sandbox, 'refund.created', refund, origin)
  emitEvent(sandbox, 'charge.refunded', newCharge(sandbox, intent, refundedCents(sandbox, intent.id)), origin)
  return sandbox.switches.spend('failRefunds') ? failRefund(sandbox, refund, origin) : refund
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

const refundsOf = ({ store }: ApiContext, intentId: string) =>
  store.newestFirst('refund').filter((refund) => refund.payment_intent === intentId)

/** Given back already, or on its way. */
const refundedCents = (sandbox: ApiContext, intentId: string) =>
  refundsOf(sandbox, intentId).reduce(
    (sum, { amount, status }) => (status === 'failed' ? sum : sum + amount),
    0,
  )

/** The bank sends the money back to the shop, at once or days after the refund had succeeded. */
export function failRefund(
  sandbox: ApiContext,
  refund: Stripe.Refund,
  origin: Stripe.Event.Request,
): Stripe.Refund {
  const failed = sandbox.store.put('refund', refund.id, {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  emitEvent(sandbox, 'refund.failed', failed, origin)
  return failed
}

/** Lets every refund succeed that the switch `pendingRefunds` has kept waiting. */
export function finishRefunds(sandbox: ApiContext, origin: Stripe.Event.Request) {
  for (const [id, refund] of sandbox.store.entries('refund'))
    if (refund.status === 'pending')
      emitEvent(
        sandbox,
        'refund.updated',
        sandbox.store.put('refund', id, { ...refund, status: 'succeeded' }),
        origin,
      )
}

export function retrieveRefund({ store }: ApiContext, { id, form }: ApiRequest) {
  refuseUnknown(form, new Set())
  const refund = store.get('refund', id)
  if (!refund) throw noSuch('refund', id, 'id')
  return refund
}

const listParameters = parameterNames<Stripe.RefundListParams>()('payment_intent', ...listNames)

export function listRefunds(sandbox: ApiContext, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  const intent = text(form, 'payment_intent')
  const refunds = intent ? refundsOf(sandbox, intent) : sandbox.store.newestFirst('refund')
  return list('/v1/refunds', form, refunds)
}
