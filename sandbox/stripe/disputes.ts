import type Stripe from 'stripe'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { ApiError, noSuch } from './api-error.ts'
import { emitEvent } from './events.ts'
import { list, listNames } from './lists.ts'
import { newDispute } from './new-objects.ts'
import { paidIntent } from './paid-intent.ts'
import { parameterNames, refuseUnknown, text } from './parameters.ts'

type Origin = Stripe.Event.Request

export function beginDispute(
  sandbox: ApiContext,
  given: { intent: string; amount?: number | undefined; reason: string },
  origin: Origin,
) {
  const intent = paidIntent(sandbox, given.intent)
  const dispute = newDispute(intent, {
    amount: given.amount ?? intent.amount_received,
    reason: given.reason,
  })
  sandbox.store.put('dispute', dispute.id, dispute)
  emitEvent(sandbox, 'charge.dispute.created', dispute, origin)
}

export function endDispute(
  sandbox: ApiContext,
  { id, status }: { id: string; status: Stripe.Dispute.Status },
  origin: Origin,
) {
  const dispute = sandbox.store.get('dispute', id)
  if (!dispute) throw noSuch('dispute', id, 'closeDispute')
  const closed = sandbox.store.put('dispute', id, { ...dispute, status })
  emitEvent(sandbox, 'charge.dispute.closed', closed, origin)
}

const disputesOf = ({ store }: ApiContext, intentId: string) =>
  store.newestFirst('dispute').filter((dispute) => dispute.payment_intent === intentId)

/** Whatever has become of the dispute. */
export const isDisputed = (sandbox: ApiContext, intentId: string) => disputesOf(sandbox, intentId).length > 0

export function refuseIfDisputed(sandbox: ApiContext, intentId: string) {
  if (disputesOf(sandbox, intentId).every(({ status }) => status === 'won' || status === 'warning_closed'))
    return
  throw new ApiError(400, {
    type: 'invalid_request_error',
    code: 'charge_disputed',
    message: `The charge of ${intentId} has been charged back; cannot issue a refund.`,
  })
}

export function retrieveDispute({ store }: ApiContext, { id, form }: ApiRequest) {
  refuseUnknown(form, new Set())
  const dispute = store.get('dispute', id)
  if (!dispute) throw noSuch('dispute', id, 'id')
  return dispute
}

const listParameters = parameterNames<Stripe.DisputeListParams>()('payment_intent', ...listNames)

export function listDisputes(sandbox: ApiContext, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  const intent = text(form, 'payment_intent')
  return list(
    '/v1/disputes',
    form,
    intent ? disputesOf(sandbox, intent) : sandbox.store.newestFirst('dispute'),
  )
}
