import type Stripe from 'stripe'

const intentFields = [
  'id',
  'object',
  'allowed_payment_method_types',
  'amount',
  'amount_details',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
] satisfies (keyof Stripe.PaymentIntent)[]

const methodFields = [
  'id',
  'object',
  'allow_redisplay',
  'billing_details',
  'card',
  'created',
  'customer',
  'livemode',
  'type',
] satisfies (keyof Stripe.PaymentMethod)[]

/** What a browser may see of an answer: neither the shop's metadata nor its charges, nor a card's fingerprint. */
export function publicView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(publicView)
  if (typeof value !== 'object' || value === null) return value
  const fields = visibleFields(value as Record<string, unknown>)
  return Object.fromEntries(fields.map(([name, field]) => [name, publicView(field)]))
}

function visibleFields(value: Record<string, unknown>): [string, unknown][] {
  const fields = Object.entries(value).filter(([name]) => name !== 'fingerprint')
  const shown: string[] | null =
    value.object === 'payment_intent' ? intentFields : value.object === 'payment_method' ? methodFields : null
  return shown ? fields.filter(([name]) => shown.includes(name)) : fields
}
