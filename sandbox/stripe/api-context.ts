import type Stripe from 'stripe'
import type { Switches } from './fault-injection.ts'
import type { Form } from './parameters.ts'
import type { Store } from './store.ts'
import type { WebhookDispatcher } from './webhooks.ts'

/** What every call of the API works on. */
export interface ApiContext {
  store: Store
  switches: Switches
  webhooks: WebhookDispatcher
}

export interface ApiRequest {
  /** The path's own id, as in /v1/refunds/{id}. */
  id: string
  path: string
  form: Form
  access: 'secret' | 'publishable'
  /** What the events of this request say about their origin. */
  origin: Stripe.Event.Request
}
