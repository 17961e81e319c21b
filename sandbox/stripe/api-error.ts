import type Stripe from 'stripe'

export interface ErrorBody {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  param?: string
  doc_url?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
}

/** An error answer as Stripe words it. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** Stripe keeps an answer under its idempotency key only once the request's parameters were found valid. */
  readonly isKept: boolean

  constructor(status: number, body: ErrorBody, isKept = true) {
    super(body.message)
    this.status = status
    this.body = { ...body, ...(body.code && { doc_url: documentation(body.code) }) }
    this.isKept = isKept
  }
}

const documentation = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`

export function invalidParameter(param: string, message: string, code?: string) {
  return new ApiError(400, { type: 'invalid_request_error', message, param, ...(code && { code }) }, false)
}

export function noSuch(thing: string, id: string, param: string, status = 404) {
  const message = `No such ${thing}: '${id}'`
  return new ApiError(status, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

export function unexpectedState(intent: Stripe.PaymentIntent, message: string) {
  return new ApiError(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
}

export function cardError(code: string, message: string, more: Partial<ErrorBody> = {}) {
  return new ApiError(402, { type: 'card_error', code, message, ...more })
}
