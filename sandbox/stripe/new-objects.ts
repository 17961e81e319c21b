import { randomInt } from 'node:crypto'
import type Stripe from 'stripe'
import type { TestCard } from './cards.ts'

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
    automatic_payment_methods: null,
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
): Stripe.PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billing,
    card: {
      brand: 'visa',
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: 'visa',
      exp_month: expiry.month,
      exp_year: expiry.year,
      fingerprint: randomText(16),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: ['visa'], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

export const statementDescriptor = (suffix: string | null) => (suffix ? `SANDBOX* ${suffix}` : 'SANDBOX')

export function newRefund(
  intent: Stripe.PaymentIntent,
  given: Pick<Stripe.Refund, 'amount' | 'metadata' | 'status'>,
): Stripe.Refund {
  return {
    id: newId('re'),
    object: 'refund',
    balance_transaction: null,
    charge: chargeOf(intent),
    created: nowSeconds(),
    currency: intent.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      type: 'card',
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
    },
    payment_intent: intent.id,
    payment_method: idOf(intent.payment_method),
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
    ...given,
  }
}

/** The id of its charge. The sandbox keeps no charges: each intent has one, and nobody asks for it. */
export const chargeOf = ({ id }: Stripe.PaymentIntent) => id.replace('pi_', 'ch_')

/** Who answers a dispute does so in the provider's dashboard. */
const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function newDispute(
  intent: Stripe.PaymentIntent,
  given: Pick<Stripe.Dispute, 'amount' | 'reason'>,
): Stripe.Dispute {
  return {
    id: newId('du'),
    object: 'dispute',
    balance_transactions: [],
    charge: chargeOf(intent),
    created: nowSeconds(),
    currency: intent.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: intent.id,
    status: 'needs_response',
    ...given,
  }
}

/** What events tell of. */
export type EventObject = Stripe.PaymentIntent | Stripe.Refund | Stripe.Dispute | Stripe.Charge

export function newEvent(
  type: Stripe.Event.Type,
  object: EventObject,
  request: Stripe.Event.Request,
): Stripe.EventBase {
  return {
    id: newId('evt'),
    object: 'event',
    api_version: apiVersion,
    created: nowSeconds(),
    data: { object: { ...object } },
    livemode: false,
    pending_webhooks: 1,
    request,
    type,
  }
}
