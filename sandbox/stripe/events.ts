import type Stripe from 'stripe'
import { list, listNames } from './lists.ts'
import { newEvent } from './objects.ts'
import { parameterNames, refuseUnknown } from './parameters.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

/** Records an event and hands it to the webhook; inside of `ledger.write`, together with the change it tells of. */
export function emitEvent(
  { ledger, webhooks }: Sandbox,
  type: Stripe.Event.Type,
  object: Stripe.PaymentIntent | Stripe.Refund,
  origin: Stripe.Event.Request,
) {
  const event = newEvent(type, object, origin)
  ledger.put('event', event.id, event)
  webhooks.take(event.id)
}

const listParameters = parameterNames<Stripe.EventListParams>()(...listNames)

export function listEvents({ ledger }: Sandbox, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  return list('/v1/events', form, ledger.newestFirst('event'))
}
