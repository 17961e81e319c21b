import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'
import type { Decline, TestCard } from './cards.ts'

export const apiVersion = '2026-10-28.endive'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function randomText(length: number) {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}

export const newId = (prefix: string) => `${prefix}_${randomText(24)}`
export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The id of a field that Stripe types as either an id or the expanded object; kept objects only hold ids. */
export const idOf = (field: string | { id: string } | null) =>
  typeof field === 'string' ? field : (field?.id ?? null)

export type NewIntent = Pick<
  Stripe.PaymentIntent,
  | 'allowed_payment_method_types'
  | 'amount'
  | 'automatic_payment_methods'
  | 'currency'
  | 'description'
  | 'metadata'
  | 'receipt_email'
  | 'shipping'
  | 'statement_descriptor_suffix'
>

export function newPaymentIntent(given: NewIntent): Stripe.PaymentIntent {
  const id = newId('pi')
  return {
    id,
    object: 'payment_intent',
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: 'automatic',
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    review: null,
    setup_future_usage: null,
    source: null,
    statement_descriptor: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
    ...given,
  }
}

export function newPaymentMethod(
  card: TestCard,
  expiry: { month: number; year: number },
  billing: Stripe.PaymentMethod.BillingDetails,
  metadata: Stripe.Metadata,
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: randomText(16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type: 'card',
  }
}

export const statementDescriptor = (suffix: string | null) => (suffix ? `SANDBOX* ${suffix}` : 'SANDBOX')

export function newCharge(
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  how: { decline: Decline | null; wasAuthenticated: boolean },
): Stripe.Charge {
  const { decline } = how
  return {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementDescriptor(intent.statement_descriptor_suffix),
    captured: !decline,
    created: nowSeconds(),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: chargeOutcome(decline),
    paid: !decline,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: chargedCard(intent, method, how) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function chargeOutcome(decline: Decline | null): Stripe.Charge.Outcome {
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline ? 'declined_by_network' : 'approved_by_network',
    reason: decline ? (decline.declineCode ?? decline.code) : null,
    risk_level: 'normal',
    risk_score: 1,
    seller_message: decline
      ? 'The bank did not return any further details with this decline.'
      : 'Payment complete.',
    type: decline ? 'issuer_declined' : 'authorized',
  }
}

function chargedCard(
  intent: Stripe.PaymentIntent,
  { card }: Stripe.PaymentMethod,
  { decline, wasAuthenticated }: { decline: Decline | null; wasAuthenticated: boolean },
): Stripe.Charge.PaymentMethodDetails.Card {
  if (!card) throw new Error('a charge needs a card')
  const cvcCheck = decline?.code === 'incorrect_cvc' ? 'fail' : 'pass'
  return {
    amount_authorized: decline ? null : intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: cvcCheck },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: wasAuthenticated ? passedAuthentication : null,
    transaction_link_id: null,
    wallet: null,
  }
}

const passedAuthentication: Stripe.Charge.PaymentMethodDetails.Card.ThreeDSecure = {
  authentication_flow: 'challenge',
  electronic_commerce_indicator: '05',
  exemption_indicator: null,
  result: 'authenticated',
  result_reason: null,
  transaction_id: null,
  version: '2.2.0',
}

export function newRefund(
  charge: Stripe.Charge,
  given: Pick<Stripe.Refund, 'amount' | 'metadata' | 'reason' | 'status'>,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  }
}

export function newEvent(
  type: Stripe.Event.Type,
  object: Stripe.PaymentIntent | Stripe.Charge | Stripe.Refund,
  request: Stripe.Event.Request,
): Stripe.EventBase {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(),
    data: { object: { ...object } },
    livemode: false,
    pending_webhooks: 0,
    request,
    type,
  }
}
