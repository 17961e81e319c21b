import type Stripe from 'stripe'
import { invalidParameter } from './api-error.ts'
import type { Kind, Ledger } from './ledger.ts'
import type { Form } from './parameters.ts'

/** The fields that the SDK's types say are an id or the object itself, and lists that are left out until asked for. */
type Expandable<T> = {
  [Name in keyof T]-?: Extract<T[Name], { object: string }> extends never
    ? never
    : Extract<T[Name], string | { object: 'list' }> extends never
      ? never
      : Name
}[keyof T]
/** What such a field can hold here; null where the sandbox has no such objects, so that it is always empty. */
type Fields<T> = Record<Expandable<T>, Kind | 'list of refunds' | null>

const paymentIntent: Fields<Stripe.PaymentIntent> = {
  application: null,
  customer: null,
  latest_charge: 'charge',
  on_behalf_of: null,
  payment_method: 'payment_method',
  payment_record: null,
  review: null,
  source: null,
}
const charge: Fields<Stripe.Charge> = {
  application: null,
  application_fee: null,
  balance_transaction: null,
  customer: null,
  failure_balance_transaction: null,
  on_behalf_of: null,
  payment_intent: 'payment_intent',
  refunds: 'list of refunds',
  review: null,
  source_transfer: null,
  transfer: null,
}
const refund: Fields<Stripe.Refund> = {
  balance_transaction: null,
  charge: 'charge',
  customer: null,
  failure_balance_transaction: null,
  payment_intent: 'payment_intent',
  payment_method: 'payment_method',
  source_transfer_reversal: null,
  transfer_reversal: null,
}
const paymentMethod: Fields<Stripe.PaymentMethod> = { customer: null }

const fieldsOf = new Map<string, Map<string, string | null>>(
  Object.entries({
    payment_intent: paymentIntent,
    charge,
    refund,
    payment_method: paymentMethod,
    'list of payment_intents': { data: 'payment_intent' },
    'list of refunds': { data: 'refund' },
    'list of events': { data: 'event' },
  }).map(([shape, fields]) => [shape, new Map(Object.entries(fields))]),
)

/** The parameter `expand`, such as `latest_charge` or, in lists, `data.latest_charge`, as steps into such an answer. */
export function expansionPaths(form: Form, shape: string): string[][] {
  if (form.expand === undefined) return []
  if (!Array.isArray(form.expand)) throw invalidParameter('expand', 'Invalid array')
  return form.expand.map((path) => {
    const steps = String(path).split('.')
    const depth = steps.filter((step) => step !== 'data').length
    if (depth === 0 || depth > 4 || !canBeExpanded(steps, shape))
      throw invalidParameter('expand', `This property cannot be expanded (${String(path)}).`)
    return steps
  })
}

function canBeExpanded([step, ...rest]: string[], shape: string | null): boolean {
  // Into what the sandbox does not have nobody can look.
  if (step === undefined || shape === null) return true
  const next = fieldsOf.get(shape)?.get(step)
  return next !== undefined && canBeExpanded(rest, next)
}

export function expand(ledger: Ledger, body: unknown, paths: string[][]): unknown {
  return paths.reduce((expanded, path) => follow(ledger, expanded, path), body)
}

function follow(ledger: Ledger, value: unknown, [step, ...rest]: string[]): unknown {
  if (step === undefined) return value
  if (Array.isArray(value)) return value.map((item) => follow(ledger, item, [step, ...rest]))
  if (typeof value !== 'object' || value === null) return value
  const field = expanded(ledger, value as Record<string, unknown>, step)
  return field === undefined ? value : { ...value, [step]: follow(ledger, field, rest) }
}

function expanded(ledger: Ledger, object: Record<string, unknown>, step: string) {
  const field = object[step]
  const kind = fieldsOf.get(String(object.object))?.get(step)
  if (kind === 'list of refunds') return field ?? refundsOf(ledger, String(object.id))
  return kind && typeof field === 'string' ? ledger.get(kind as Kind, field) : field
}

function refundsOf(ledger: Ledger, chargeId: string) {
  const data = ledger.newestFirst('refund').filter((refund) => refund.charge === chargeId)
  return { object: 'list', url: `/v1/charges/${chargeId}/refunds`, has_more: false, data }
}
