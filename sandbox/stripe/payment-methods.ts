import type Stripe from 'stripe'
import type { ApiContext, ApiRequest } from './api-context.ts'
import { invalidParameter, noSuch } from './api-error.ts'
import { cardByAlias, recogniseTestCard, type TestCard } from './cards.ts'
import { newPaymentMethod } from './new-objects.ts'
import {
  addressOf,
  type Form,
  integer,
  isForm,
  parameterNames,
  refuseUnknown,
  requiredText,
  text,
} from './parameters.ts'

const createParameters = parameterNames<Stripe.PaymentMethodCreateParams>()('type', 'card', 'billing_details')
const cardParameters = parameterNames<Stripe.PaymentMethodCreateParams.Card>()(
  'number',
  'exp_month',
  'exp_year',
  'cvc',
)
const billingParameters = parameterNames<Stripe.PaymentMethodCreateParams.BillingDetails>()(
  'address',
  'email',
  'name',
  'phone',
)

export function createPaymentMethod(sandbox: ApiContext, { form }: ApiRequest) {
  refuseUnknown(form, createParameters)
  const type = requiredText(form, 'type')
  if (type !== 'card')
    throw invalidParameter('type', `Invalid type: the sandbox knows cards only, not ${type}`)
  if (!isForm(form.card)) throw invalidParameter('card', 'Missing required param: card.', 'parameter_missing')
  refuseUnknown(form.card, cardParameters, 'card')
  const billing = billingDetails(form)
  const { card, expiry } = typedCard(form.card)
  return keep(sandbox, card, newPaymentMethod(card, expiry, billing))
}

function typedCard(form: Form) {
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

function keep({ store }: ApiContext, card: TestCard, method: Stripe.PaymentMethod) {
  store.put('card', method.id, { outcome: card.outcome, usedBy: null })
  return store.put('payment_method', method.id, method)
}

/** The payment method of this id; an alias such as pm_card_visa makes a new one at every use, as at Stripe. */
export function takePaymentMethod(sandbox: ApiContext, id: string, param: string): Stripe.PaymentMethod {
  const kept = sandbox.store.get('payment_method', id)
  if (kept) return kept
  const card = cardByAlias(id)
  if (!card) throw noSuch('PaymentMethod', id, param, 400)
  const expiry = { month: 12, year: new Date().getFullYear() + 3 }
  return keep(sandbox, card, newPaymentMethod(card, expiry, billingDetails({})))
}
