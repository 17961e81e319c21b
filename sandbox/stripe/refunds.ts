import type Stripe from 'stripe'
import { ApiError, invalidParameter, noSuch } from './api-error.ts'
import { emitEvent } from './events.ts'
import { createdWithin, list, listNames } from './lists.ts'
import { idOf, newRefund } from './objects.ts'
import {
  changedMetadata,
  type Form,
  integer,
  oneOf,
  parameterNames,
  refuseUnknown,
  text,
} from './parameters.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

const createParameters = parameterNames<Stripe.RefundCreateParams>()(
  'amount',
  'charge',
  'expand',
  'metadata',
  'payment_intent',
  'reason',
)
const reasons = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export function createRefund(sandbox: Sandbox, { form, origin }: ApiRequest) {
  refuseUnknown(form, createParameters)
  const wanted = integer(form, 'amount')
  const metadata = changedMetadata(form)
  const reason = oneOf(form, 'reason', reasons) ?? null
  if (wanted !== undefined && wanted < 1)
    throw invalidParameter('amount', 'Invalid positive integer', 'parameter_invalid_integer')
  const charge = chargeToRefund(sandbox, form)
  const left = charge.amount - charge.amount_refunded
  if (left === 0)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'charge_already_refunded',
      message: `Charge ${charge.id} has already been refunded.`,
    })
  const amount = wanted ?? left
  if (amount > left)
    throw invalidParameter(
      'amount',
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
    )
  const status = sandbox.switches.current.pendingRefunds ? 'pending' : 'succeeded'
  const refund = newRefund(charge, { amount, metadata, reason, status })
  sandbox.ledger.put('refund', refund.id, refund)
  const refunded = charge.amount_refunded + amount
  const changed = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount }
  sandbox.ledger.put('charge', charge.id, changed)
  emitEvent(sandbox, 'refund.created', refund, origin)
  emitEvent(sandbox, 'charge.refunded', changed, origin)
  return sandbox.switches.spend('failRefunds') ? failRefund(sandbox, refund, origin) : refund
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`

function chargeToRefund(sandbox: Sandbox, form: Form): Stripe.Charge {
  const chargeId = text(form, 'charge')
  const intentId = text(form, 'payment_intent')
  if (!chargeId && !intentId)
    throw invalidParameter(
      'payment_intent',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    )
  const charge = chargeId ? findCharge(sandbox, chargeId) : chargeOfIntent(sandbox, intentId as string)
  if (charge.paid) return charge
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `Charge ${charge.id} was not successful, so it cannot be refunded.`,
  })
}

function findCharge({ ledger }: Sandbox, id: string) {
  const charge = ledger.get('charge', id)
  if (!charge) throw noSuch('charge', id, 'charge')
  return charge
}

function chargeOfIntent({ ledger }: Sandbox, id: string) {
  const intent = ledger.get('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, 'payment_intent')
  const charge = ledger.get('charge', idOf(intent.latest_charge) ?? '')
  if (intent.status === 'succeeded' && charge) return charge
  throw new ApiError(400, {
    type: 'invalid_request_error',
    message: `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    param: 'payment_intent',
  })
}

/** The bank sends the money back to the shop, at once or days after the refund had succeeded. */
export function failRefund(
  sandbox: Sandbox,
  refund: Stripe.Refund,
  origin: Stripe.Event.Request,
): Stripe.Refund {
  const failed = sandbox.ledger.put('refund', refund.id, {
    ...refund,
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
  })
  const charge = findCharge(sandbox, idOf(refund.charge) ?? '')
  sandbox.ledger.put('charge', charge.id, {
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  emitEvent(sandbox, 'refund.failed', failed, origin)
  emitEvent(sandbox, 'charge.refund.updated', failed, origin)
  return failed
}

/** Lets every refund succeed that the switch `pendingRefunds` has kept waiting. */
export function finishRefunds(sandbox: Sandbox, origin: Stripe.Event.Request) {
  for (const [id, refund] of sandbox.ledger.entries('refund'))
    if (refund.status === 'pending')
      emitEvent(
        sandbox,
        'refund.updated',
        sandbox.ledger.put('refund', id, { ...refund, status: 'succeeded' }),
        origin,
      )
}

const listParameters = parameterNames<Stripe.RefundListParams>()('charge', 'payment_intent', ...listNames)

export function listRefunds({ ledger }: Sandbox, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  const charge = text(form, 'charge')
  const intent = text(form, 'payment_intent')
  const refunds = ledger
    .newestFirst('refund')
    .filter(
      (refund) => (!charge || refund.charge === charge) && (!intent || refund.payment_intent === intent),
    )
    .filter(createdWithin(form))
  return list('/v1/refunds', form, refunds)
}
