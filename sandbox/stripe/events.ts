import type Stripe from 'stripe'
import { noSuch } from './api-error.ts'
import type { Delivery } from './ledger.ts'
import { createdWithin, list, listNames } from './lists.ts'
import { newEvent } from './objects.ts'
import { flag, parameterNames, refuseUnknown, text } from './parameters.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

/** Records an event and hands it to the webhook; inside of `ledger.write`, together with the change it tells of. */
export function emitEvent(
  { ledger, webhooks }: Sandbox,
  type: Stripe.Event.Type,
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund,
  origin: Stripe.Event.Request,
) {
  const event = newEvent(type, object, origin)
  ledger.put('event', event.id, event)
  webhooks.take(event.id)
}

/** The event as it is now: how many endpoints have yet to acknowledge it changes after it was recorded. */
export function currentEvent(event: Stripe.EventBase, delivery: Delivery | undefined): Stripe.EventBase {
  return { ...event, pending_webhooks: delivery?.state === 'pending' ? 1 : 0 }
}

export function retrieveEvent({ ledger }: Sandbox, { id, form }: ApiRequest) {
  refuseUnknown(form, new Set(['expand']))
  const event = ledger.get('event', id)
  if (!event) throw noSuch('event', id, 'id')
  return currentEvent(event, ledger.get('delivery', id))
}

const listParameters = parameterNames<Stripe.EventListParams>()(
  'type',
  'types',
  'delivery_success',
  ...listNames,
)

export function listEvents({ ledger }: Sandbox, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  const type = text(form, 'type')
  const wasDelivered = flag(form, 'delivery_success')
  const isWanted = (event: Stripe.EventBase) => {
    if (type && !matches(event.type, type)) return false
    if (Array.isArray(form.types) && !form.types.includes(event.type)) return false
    if (wasDelivered === undefined) return true
    return wasDelivered === (ledger.get('delivery', event.id)?.state === 'acknowledged')
  }
  const events = ledger.newestFirst('event').filter(isWanted).filter(createdWithin(form))
  return list('/v1/events', form, events, (event) => currentEvent(event, ledger.get('delivery', event.id)))
}

function matches(type: string, pattern: string) {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern
}
