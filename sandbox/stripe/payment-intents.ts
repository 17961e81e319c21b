import type Stripe from 'stripe'
import { ApiError, invalidParameter, noSuch, unexpectedState } from './api-error.ts'
import { answerChallenge, attempt } from './attempts.ts'
import { descriptorSuffix, receiptEmail, shipping } from './customer-parameters.ts'
import { emitEvent } from './events.ts'
import { createdWithin, list, listNames } from './lists.ts'
import { newPaymentIntent, nowSeconds } from './objects.ts'
import {
  changedMetadata,
  type Form,
  flag,
  integer,
  isForm,
  oneOf,
  parameterNames,
  refuseUnknown,
  requiredText,
  text,
} from './parameters.ts'
import { takePaymentMethod } from './payment-methods.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

const minimumCents: Record<string, { amount: number; written: string }> = {
  usd: { amount: 50, written: '$0.50 usd' },
  eur: { amount: 50, written: '€0.50 eur' },
  gbp: { amount: 30, written: '£0.30 gbp' },
}
const maximumCents = 99_999_999

const createParameters = parameterNames<Stripe.PaymentIntentCreateParams>()(
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'confirm',
  'currency',
  'description',
  'expand',
  'metadata',
  'payment_method',
  'receipt_email',
  'return_url',
  'shipping',
  'statement_descriptor_suffix',
  'use_stripe_sdk',
)

export function createPaymentIntent(sandbox: Sandbox, { form, origin }: ApiRequest) {
  refusePaymentMethodTypes(form)
  refuseUnknown(form, createParameters)
  const currency = requiredText(form, 'currency').toLowerCase()
  const amount = chargeableAmount(requiredText(form, 'amount') && integer(form, 'amount'), currency)
  const allowed = allowedTypes(form)
  const shouldConfirm = flag(form, 'confirm')
  const methodId = text(form, 'payment_method')
  const created = newPaymentIntent({
    amount,
    currency,
    allowed_payment_method_types: allowed,
    automatic_payment_methods: allowed ? null : automaticMethods(form),
    description: text(form, 'description') ?? null,
    metadata: changedMetadata(form),
    receipt_email: receiptEmail(form) ?? null,
    shipping: shipping(form),
    statement_descriptor_suffix: descriptorSuffix(form),
  })
  if (shouldConfirm) refuseWithoutWayBack(created, form)
  const intent = methodId ? withMethod(sandbox, created, methodId) : created
  sandbox.ledger.put('payment_intent', intent.id, intent)
  emitEvent(sandbox, 'payment_intent.created', intent, origin)
  return shouldConfirm ? attempt(sandbox, intent, origin) : intent
}

function refusePaymentMethodTypes(form: Form) {
  if ('payment_method_types' in form)
    throw invalidParameter(
      'payment_method_types',
      'payment_method_types is no longer supported on this API version. Use allowed_payment_method_types.',
      'payment_method_types_no_longer_supported',
    )
}

function allowedTypes(form: Form) {
  const types = form.allowed_payment_method_types
  if (types === undefined) return null
  if (form.automatic_payment_methods !== undefined)
    throw invalidParameter(
      'allowed_payment_method_types',
      'You may only specify one of these parameters: allowed_payment_method_types, automatic_payment_methods.',
      'parameters_exclusive',
    )
  if (!Array.isArray(types) || types.join() !== 'card')
    throw invalidParameter('allowed_payment_method_types', 'The sandbox takes cards only.')
  return ['card']
}

/** Unlike the browser's script, a server has no page to which a redirecting payment method could come back. */
function refuseWithoutWayBack({ automatic_payment_methods: methods }: Stripe.PaymentIntent, form: Form) {
  if (text(form, 'return_url') || !methods?.enabled || methods.allow_redirects === 'never') return
  throw invalidParameter(
    'return_url',
    'A `return_url` must be specified because this Payment Intent is configured to automatically accept the payment methods enabled in the Dashboard, some of which may require a full page redirect to succeed.',
  )
}

function automaticMethods(form: Form): Stripe.PaymentIntent.AutomaticPaymentMethods {
  const given = form.automatic_payment_methods ?? {}
  if (!isForm(given)) throw invalidParameter('automatic_payment_methods', 'Invalid object')
  return {
    allow_redirects: oneOf(given, 'allow_redirects', ['always', 'never']) ?? 'always',
    enabled: flag(given, 'enabled') ?? true,
  }
}

function chargeableAmount(amount: number | '' | undefined, currency: string) {
  const minimum = minimumCents[currency]
  if (!minimum)
    throw invalidParameter('currency', `Invalid currency: ${currency}. The sandbox knows usd, eur and gbp.`)
  if (!amount || amount < 1)
    throw invalidParameter(
      'amount',
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
    )
  if (amount < minimum.amount)
    throw invalidParameter('amount', `Amount must be at least ${minimum.written}`, 'amount_too_small')
  if (amount > maximumCents)
    throw invalidParameter('amount', 'Amount must be no more than $999,999.99', 'amount_too_large')
  return amount
}

function withMethod(sandbox: Sandbox, intent: Stripe.PaymentIntent, methodId: string): Stripe.PaymentIntent {
  const method = takePaymentMethod(sandbox, methodId, 'payment_method')
  return { ...intent, payment_method: method.id, status: 'requires_confirmation', next_action: null }
}

function find({ ledger }: Sandbox, { id, form, access }: ApiRequest) {
  const intent = ledger.get('payment_intent', id)
  if (!intent) throw noSuch('payment_intent', id, 'intent')
  const secret = access === 'publishable' ? requiredText(form, 'client_secret') : text(form, 'client_secret')
  if (secret !== undefined && secret !== intent.client_secret)
    throw new ApiError(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
      message:
        'The client_secret provided does not match the client_secret associated with the PaymentIntent.',
    })
  return intent
}

const retrieveParameters = parameterNames<Stripe.PaymentIntentRetrieveParams>()('client_secret', 'expand')

export function retrievePaymentIntent(sandbox: Sandbox, request: ApiRequest) {
  refuseUnknown(request.form, retrieveParameters)
  return find(sandbox, request)
}

const updateParameters = parameterNames<Stripe.PaymentIntentUpdateParams>()(
  'amount',
  'description',
  'expand',
  'metadata',
  'payment_method',
  'receipt_email',
)
const beforePayment = ['requires_payment_method', 'requires_confirmation', 'requires_action']

export function updatePaymentIntent(sandbox: Sandbox, request: ApiRequest) {
  const { form } = request
  refusePaymentMethodTypes(form)
  refuseUnknown(form, updateParameters)
  const stored = find(sandbox, request)
  const amount = 'amount' in form ? chargeableAmount(integer(form, 'amount'), stored.currency) : stored.amount
  const methodId = text(form, 'payment_method')
  if ((amount !== stored.amount || methodId) && !beforePayment.includes(stored.status))
    throw unexpectedState(
      stored,
      `This PaymentIntent's amount and payment method could not be updated because it has a status of ${stored.status}. You may only update a PaymentIntent with one of the following statuses: ${beforePayment.join(', ')}.`,
    )
  const mustConfirmAgain = amount !== stored.amount && stored.status === 'requires_action'
  const updated: Stripe.PaymentIntent = {
    ...stored,
    amount,
    description: text(form, 'description') ?? stored.description,
    metadata: changedMetadata(form, stored.metadata),
    receipt_email: receiptEmail(form) ?? stored.receipt_email,
    ...(mustConfirmAgain && { status: 'requires_confirmation', next_action: null }),
  }
  const intent = methodId ? withMethod(sandbox, updated, methodId) : updated
  return sandbox.ledger.put('payment_intent', intent.id, intent)
}

// The browser's script also names the client secret, which the server SDK's type does not have.
const confirmParameters = parameterNames<Stripe.PaymentIntentConfirmParams & { client_secret: string }>()(
  'client_secret',
  'expand',
  'payment_method',
  'receipt_email',
  'return_url',
  'use_stripe_sdk',
)

export function confirmPaymentIntent(sandbox: Sandbox, request: ApiRequest) {
  const { form, origin, access } = request
  refusePaymentMethodTypes(form)
  refuseUnknown(form, confirmParameters)
  const methodId = text(form, 'payment_method')
  const stored = find(sandbox, request)
  if (!beforePayment.includes(stored.status)) throw unexpectedState(stored, whyNotConfirmed(stored))
  if (access === 'secret') refuseWithoutWayBack(stored, form)
  const intent = methodId ? withMethod(sandbox, stored, methodId) : stored
  return attempt(sandbox, { ...intent, receipt_email: receiptEmail(form) ?? intent.receipt_email }, origin)
}

function whyNotConfirmed({ status }: Stripe.PaymentIntent) {
  if (status === 'succeeded')
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  return `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${beforePayment.join(', ')}.`
}

const cancelParameters = parameterNames<Stripe.PaymentIntentCancelParams>()('cancellation_reason', 'expand')
const reasons = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const

export function cancelPaymentIntent(sandbox: Sandbox, request: ApiRequest) {
  refuseUnknown(request.form, cancelParameters)
  const reason = oneOf(request.form, 'cancellation_reason', reasons) ?? null
  const stored = find(sandbox, request)
  if (!beforePayment.includes(stored.status))
    throw unexpectedState(
      stored,
      `You cannot cancel this PaymentIntent because it has a status of ${stored.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  const canceled = sandbox.ledger.put('payment_intent', stored.id, {
    ...stored,
    status: 'canceled',
    canceled_at: nowSeconds(),
    cancellation_reason: reason,
    next_action: null,
  })
  emitEvent(sandbox, 'payment_intent.canceled', canceled, request.origin)
  return canceled
}

const listParameters = parameterNames<Stripe.PaymentIntentListParams>()(...listNames)

export function listPaymentIntents({ ledger }: Sandbox, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  return list('/v1/payment_intents', form, ledger.newestFirst('payment_intent').filter(createdWithin(form)))
}

/** Not part of Stripe's API: where the test page of the challenge sends the card holder's answer. */
export function completeChallenge(sandbox: Sandbox, request: ApiRequest) {
  refuseUnknown(request.form, new Set(['client_secret', 'outcome']))
  const outcome = oneOf(request.form, 'outcome', ['authorize', 'fail'])
  if (!outcome) throw invalidParameter('outcome', 'Missing required param: outcome.', 'parameter_missing')
  return answerChallenge(sandbox, find(sandbox, request), outcome === 'authorize', request.origin)
}
