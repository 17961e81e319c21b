import type Stripe from 'stripe'
import { invalidParameter } from './api-error.ts'
import { statementDescriptor } from './new-objects.ts'
import {
  addressOf,
  type Form,
  isForm,
  parameterNames,
  refuseUnknown,
  requiredText,
  text,
} from './parameters.ts'

export function receiptEmail(form: Form): string | null {
  const email = text(form, 'receipt_email') ?? null
  if (email && !/^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(email))
    throw invalidParameter('receipt_email', `Invalid email address: ${email}`, 'email_invalid')
  return email
}

/** What a bank prints after the account's own name and an asterisk, all in 22 characters. */
export function descriptorSuffix(form: Form): string | null {
  const suffix = text(form, 'statement_descriptor_suffix')
  if (suffix === undefined) return null
  const refuse = (message: string) => invalidParameter('statement_descriptor_suffix', message)
  if (statementDescriptor(suffix).length > 22)
    throw refuse('The statement descriptor and its suffix must be at most 22 characters together.')
  if (!/[a-z]/i.test(suffix))
    throw refuse('The statement descriptor suffix must contain at least one letter.')
  if (/[<>\\'"*]|[^\x20-\x7e\u00a0-\u024f]/.test(suffix))
    throw refuse('The statement descriptor suffix contains invalid characters.')
  return suffix
}

const shippingParameters = parameterNames<Stripe.PaymentIntentCreateParams.Shipping>()(
  'address',
  'name',
  'phone',
)

export function shipping(form: Form): Stripe.PaymentIntent.Shipping | null {
  const given = form.shipping
  if (given === undefined) return null
  if (!isForm(given)) throw invalidParameter('shipping', 'Invalid object')
  refuseUnknown(given, shippingParameters, 'shipping')
  if (given.address === undefined)
    throw invalidParameter(
      'shipping[address]',
      'Missing required param: shipping[address].',
      'parameter_missing',
    )
  return {
    address: addressOf(given, 'shipping'),
    carrier: null,
    name: requiredText(given, 'name'),
    phone: text(given, 'phone') ?? null,
    tracking_number: null,
  }
}
