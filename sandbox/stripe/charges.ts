import type Stripe from 'stripe'
import type { ApiContext } from './api-context.ts'
import { instrument } from './attempts.ts'
import { isDisputed } from './disputes.ts'
import { chargeOf, statementDescriptor } from './new-objects.ts'

/** The charge of a paid intent, made of what is known when an event tells of it. */
export function newCharge(
  sandbox: ApiContext,
  intent: Stripe.PaymentIntent,
  refundedCents: number,
): Stripe.Charge {
  const { method } = instrument(sandbox, intent)
  return {
    id: chargeOf(intent),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount_received,
    amount_refunded: refundedCents,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: statementDescriptor(intent.statement_descriptor_suffix),
    captured: true,
    created: intent.created,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: isDisputed(sandbox, intent.id),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: null,
      risk_level: 'normal',
      seller_message: 'Payment complete.',
      type: 'authorized',
    },
    paid: true,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: refundedCents === intent.amount_received,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

function detailsOf({ type, card }: Stripe.PaymentMethod, amount: number): Stripe.Charge.PaymentMethodDetails {
  if (!card) return { type }
  const { brand, checks, country, exp_month, exp_year, fingerprint, funding, last4, regulated_status } = card
  return {
    type,
    card: {
      amount_authorized: amount,
      authorization_code: null,
      brand,
      checks,
      country,
      electronic_commerce_indicator: null,
      exp_month,
      exp_year,
      fingerprint,
      funding,
      installments: null,
      last4,
      mandate: null,
      network: 'visa',
      network_transaction_id: null,
      regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    },
  }
}
