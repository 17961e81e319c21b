import type Stripe from 'stripe'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { list, listNames } from './lists.ts'
import { type EventObject, newEvent } from './new-objects.ts'
import { parameterNames, refuseUnknown } from './parameters.ts'

/** Records an event and hands it to the webhook; inside of `store.write`, together with the change it tells of. */
export function emitEvent(
  { store, webhooks }: ApiContext,
  type: Stripe.Event.Type,
  object: EventObject,
  origin: Stripe.Event.Request,
) {
  const event = newEvent(type, object, origin)
  store.put('event', event.id, event)
  webhooks.take(event.id)
}

const listParameters = parameterNames<Stripe.EventListParams>()(...listNames)

export function listEvents({ store }: ApiContext, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  return list('/v1/events', form, store.newestFirst('event'))
}
