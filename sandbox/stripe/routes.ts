import { ApiError } from './api-error.ts'
import { listEvents, retrieveEvent } from './events.ts'
import {
  cancelPaymentIntent,
  completeChallenge,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
  updatePaymentIntent,
} from './payment-intents.ts'
import { createPaymentMethod } from './payment-methods.ts'
import { createRefund, listRefunds } from './refunds.ts'
import { retrieve } from './retrieve.ts'
import type { ApiRequest, Sandbox } from './sandbox.ts'

type Handle = (sandbox: Sandbox, request: ApiRequest) => unknown
/** `browser`: the publishable key will do. */
type Route = [
  method: 'GET' | 'POST',
  path: string,
  access: 'browser' | 'server',
  handle: Handle,
  /** What it answers with, as far as that can be expanded. */
  shape: string,
]

const routes: Route[] = [
  ['POST', '/v1/payment_intents', 'server', createPaymentIntent, 'payment_intent'],
  ['GET', '/v1/payment_intents', 'server', listPaymentIntents, 'list of payment_intents'],
  ['GET', '/v1/payment_intents/:id', 'browser', retrievePaymentIntent, 'payment_intent'],
  ['POST', '/v1/payment_intents/:id', 'server', updatePaymentIntent, 'payment_intent'],
  ['POST', '/v1/payment_intents/:id/confirm', 'browser', confirmPaymentIntent, 'payment_intent'],
  ['POST', '/v1/payment_intents/:id/cancel', 'server', cancelPaymentIntent, 'payment_intent'],
  ['POST', '/v1/payment_methods', 'browser', createPaymentMethod, 'payment_method'],
  [
    'GET',
    '/v1/payment_methods/:id',
    'server',
    retrieve('payment_method', 'PaymentMethod', 'payment_method'),
    'payment_method',
  ],
  ['GET', '/v1/charges/:id', 'server', retrieve('charge', 'charge', 'id'), 'charge'],
  ['POST', '/v1/refunds', 'server', createRefund, 'refund'],
  ['GET', '/v1/refunds', 'server', listRefunds, 'list of refunds'],
  ['GET', '/v1/refunds/:id', 'server', retrieve('refund', 'refund', 'id'), 'refund'],
  ['GET', '/v1/events', 'server', listEvents, 'list of events'],
  ['GET', '/v1/events/:id', 'server', retrieveEvent, 'event'],
  ['POST', '/challenge/:id', 'browser', completeChallenge, 'payment_intent'],
]

export function findRoute(method: string, path: string, access: ApiRequest['access']) {
  for (const [routeMethod, pattern, routeAccess, handle, shape] of routes) {
    const id = routeMethod === method ? matchPath(pattern, path) : null
    if (id === null) continue
    if (routeAccess === 'server' && access === 'publishable')
      throw new ApiError(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      })
    return { handle, id, shape }
  }
  throw new ApiError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). The sandbox knows only what a shop needs.`,
  })
}

/** The path's id, '' for a pattern without one, null when it does not match. */
function matchPath(pattern: string, path: string): string | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  let id = ''
  for (const [index, step] of wanted.entries()) {
    const part = given[index] as string
    if (step === ':id' && part !== '') id = part
    else if (step !== part) return null
  }
  return id
}
