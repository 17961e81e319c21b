import type Stripe from 'stripe'
import { ApiError, invalidParameter, noSuch } from './api-error.ts'
import { cardByAlias, recogniseTestCard, type TestCard } from './cards.ts'
import { newPaymentMethod } from './objects.ts'
import {
  addressOf,
  changedMetadata,
  type Form,
  integer,
  isForm,
  parameterNames,
  refuseUnknown,
  requiredText,
  text,
} from './parameters.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

const createParameters = parameterNames<Stripe.PaymentMethodCreateParams>()(
  'type',
  'card',
  'billing_details',
  'metadata',
  'expand',
)
const cardParameters = parameterNames<Stripe.PaymentMethodCreateParams.Card>()(
  'number',
  'exp_month',
  'exp_year',
  'cvc',
  'token',
)
const billingParameters = parameterNames<Stripe.PaymentMethodCreateParams.BillingDetails>()(
  'address',
  'email',
  'name',
  'phone',
)
const aliasExpiry = () => ({ month: 12, year: new Date().getFullYear() + 3 })

export function createPaymentMethod(sandbox: Sandbox, { form, access }: ApiRequest) {
  refuseUnknown(form, createParameters)
  const type = requiredText(form, 'type')
  if (type !== 'card')
    throw invalidParameter('type', `Invalid type: the sandbox knows cards only, not ${type}`)
  if (!isForm(form.card)) throw invalidParameter('card', 'Missing required param: card.', 'parameter_missing')
  refuseUnknown(form.card, cardParameters, 'card')
  const billing = billingDetails(form)
  const metadata = changedMetadata(form)
  const { card, expiry } = form.card.token ? cardOfToken(form.card) : typedCard(form.card, access)
  return keep(sandbox, card, newPaymentMethod(card, expiry, billing, metadata))
}

function cardOfToken(form: Form) {
  const token = requiredText(form, 'token')
  const card = token.startsWith('tok_') ? cardByAlias(token) : undefined
  if (!card) throw noSuch('token', token, 'card[token]', 400)
  return { card, expiry: aliasExpiry() }
}

function typedCard(form: Form, access: ApiRequest['access']) {
  if (access === 'secret') throw rawCardNumber()
  const year = integer(form, 'exp_year') ?? 0
  const expiry = { month: integer(form, 'exp_month') ?? 0, year: year < 100 ? 2000 + year : year }
  const card = recogniseTestCard({
    number: requiredText(form, 'number').replaceAll(' ', ''),
    expMonth: expiry.month,
    expYear: expiry.year,
    cvc: text(form, 'cvc'),
  })
  return { card, expiry }
}

function rawCardNumber() {
  return new ApiError(
    402,
    {
      type: 'invalid_request_error',
      message:
        'Sending credit card numbers directly to the Stripe API is generally unsafe. Use the card form, or a test payment method such as pm_card_visa.',
    },
    false,
  )
}

function billingDetails(form: Form): Stripe.PaymentMethod.BillingDetails {
  const given = form.billing_details ?? {}
  if (!isForm(given)) throw invalidParameter('billing_details', 'Invalid object')
  refuseUnknown(given, billingParameters, 'billing_details')
  return {
    address: addressOf(given, 'billing_details'),
    email: text(given, 'email') || null,
    name: text(given, 'name') || null,
    phone: text(given, 'phone') || null,
    tax_id: null,
  }
}

function keep({ ledger }: Sandbox, card: TestCard, method: Stripe.PaymentMethod) {
  ledger.put('card', method.id, { outcome: card.outcome, usedBy: null })
  return ledger.put('payment_method', method.id, method)
}

/** The payment method of this id; an alias such as pm_card_visa makes a new one at every use, as at Stripe. */
export function takePaymentMethod(sandbox: Sandbox, id: string, param: string): Stripe.PaymentMethod {
  const kept = sandbox.ledger.get('payment_method', id)
  if (kept) return kept
  const card = id.startsWith('pm_') ? cardByAlias(id) : undefined
  if (!card) throw noSuch('PaymentMethod', id, param, 400)
  const billing = billingDetails({})
  return keep(sandbox, card, newPaymentMethod(card, aliasExpiry(), billing, {}))
}
