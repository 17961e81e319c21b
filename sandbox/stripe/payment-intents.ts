import type Stripe from 'stripe'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { ApiError, invalidParameter, noSuch, unexpectedState } from './api-error.ts'
import { answerChallenge, attempt } from './attempts.ts'
import { emitEvent } from './events.ts'
import { list, listNames } from './lists.ts'
import { newPaymentIntent, nowSeconds } from './new-objects.ts'
import { integer, metadata, parameterNames, refuseUnknown, requiredText, text } from './parameters.ts'
import { descriptorSuffix, receiptEmail, shipping } from './payment-intent-parameters.ts'
import { takePaymentMethod } from './payment-methods.ts'

const minimumCents: Record<string, { amount: number; written: string }> = {
  usd: { amount: 50, written: '$0.50 usd' },
  eur: { amount: 50, written: '€0.50 eur' },
  gbp: { amount: 30, written: '£0.30 gbp' },
}
const maximumCents = 99_999_999

const createParameters = parameterNames<Stripe.PaymentIntentCreateParams>()(
  'allowed_payment_method_types',
  'amount',
  'currency',
  'description',
  'metadata',
  'receipt_email',
  'shipping',
  'statement_descriptor_suffix',
)

export function createPaymentIntent(sandbox: ApiContext, { form, origin }: ApiRequest) {
  refuseUnknown(form, createParameters)
  const currency = requiredText(form, 'currency').toLowerCase()
  const amount = chargeableAmount(requiredText(form, 'amount') && integer(form, 'amount'), currency)
  const types = form.allowed_payment_method_types
  if (!Array.isArray(types) || types.join() !== 'card')
    throw invalidParameter('allowed_payment_method_types', 'The sandbox takes cards only.')
  const intent = newPaymentIntent({
    amount,
    currency,
    allowed_payment_method_types: ['card'],
    description: text(form, 'description') ?? null,
    metadata: metadata(form),
    receipt_email: receiptEmail(form),
    shipping: shipping(form),
    statement_descriptor_suffix: descriptorSuffix(form),
  })
  sandbox.store.put('payment_intent', intent.id, intent)
  emitEvent(sandbox, 'payment_intent.created', intent, origin)
  return intent
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

function withMethod(
  sandbox: ApiContext,
  intent: Stripe.PaymentIntent,
  methodId: string,
): Stripe.PaymentIntent {
  const method = takePaymentMethod(sandbox, methodId, 'payment_method')
  return { ...intent, payment_method: method.id, status: 'requires_confirmation', next_action: null }
}

function find({ store }: ApiContext, { id, form, access }: ApiRequest) {
  const intent = store.get('payment_intent', id)
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

const retrieveParameters = parameterNames<Stripe.PaymentIntentRetrieveParams>()('client_secret')

export function retrievePaymentIntent(sandbox: ApiContext, request: ApiRequest) {
  refuseUnknown(request.form, retrieveParameters)
  return find(sandbox, request)
}

const beforePayment = ['requires_payment_method', 'requires_confirmation', 'requires_action']

// The browser's script also names the client secret, which the server SDK's type does not have.
const confirmParameters = parameterNames<Stripe.PaymentIntentConfirmParams & { client_secret: string }>()(
  'client_secret',
  'payment_method',
  'use_stripe_sdk',
)

export function confirmPaymentIntent(sandbox: ApiContext, request: ApiRequest) {
  const { form, origin } = request
  refuseUnknown(form, confirmParameters)
  const methodId = text(form, 'payment_method')
  const stored = find(sandbox, request)
  if (!beforePayment.includes(stored.status)) throw unexpectedState(stored, whyNotConfirmed(stored))
  return attempt(sandbox, methodId ? withMethod(sandbox, stored, methodId) : stored, origin)
}

function whyNotConfirmed({ status }: Stripe.PaymentIntent) {
  if (status === 'succeeded')
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.'
  return `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${beforePayment.join(', ')}.`
}

export function cancelPaymentIntent(sandbox: ApiContext, request: ApiRequest) {
  refuseUnknown(request.form, new Set())
  const stored = find(sandbox, request)
  if (!beforePayment.includes(stored.status))
    throw unexpectedState(
      stored,
      `You cannot cancel this PaymentIntent because it has a status of ${stored.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action, processing.`,
    )
  const canceled = sandbox.store.put('payment_intent', stored.id, {
    ...stored,
    status: 'canceled',
    canceled_at: nowSeconds(),
    next_action: null,
  })
  emitEvent(sandbox, 'payment_intent.canceled', canceled, request.origin)
  return canceled
}

const listParameters = parameterNames<Stripe.PaymentIntentListParams>()(...listNames)

export function listPaymentIntents({ store }: ApiContext, { form }: ApiRequest) {
  refuseUnknown(form, listParameters)
  return list('/v1/payment_intents', form, store.newestFirst('payment_intent'))
}

/** Not part of Stripe's API: where the test page of the challenge sends the card holder's answer. */
export function completeChallenge(sandbox: ApiContext, request: ApiRequest) {
  refuseUnknown(request.form, new Set(['client_secret', 'outcome']))
  const outcome = requiredText(request.form, 'outcome')
  return answerChallenge(sandbox, find(sandbox, request), outcome === 'authorize', request.origin)
}
