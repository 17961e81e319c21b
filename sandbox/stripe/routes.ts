import type { ApiContext, ApiRequest } from './api-context.ts'
import { ApiError } from './api-error.ts'
import { listDisputes, retrieveDispute } from './disputes.ts'
import { listEvents } from './events.ts'
import {
  cancelPaymentIntent,
  completeChallenge,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
} from './payment-intents.ts'
import { createPaymentMethod } from './payment-methods.ts'
import { createRefund, listRefunds, retrieveRefund } from './refunds.ts'

type Handle = (sandbox: ApiContext, request: ApiRequest) => unknown
/** `browser`: the publishable key will do. */
type Route = [method: 'GET' | 'POST', path: string, access: 'browser' | 'server', handle: Handle]

const routes: Route[] = [
  ['POST', '/v1/payment_intents', 'server', createPaymentIntent],
  ['GET', '/v1/payment_intents', 'server', listPaymentIntents],
  ['GET', '/v1/payment_intents/:id', 'browser', retrievePaymentIntent],
  ['POST', '/v1/payment_intents/:id/confirm', 'browser', confirmPaymentIntent],
  ['POST', '/v1/payment_intents/:id/cancel', 'server', cancelPaymentIntent],
  ['POST', '/v1/payment_methods', 'browser', createPaymentMethod],
  ['POST', '/v1/refunds', 'server', createRefund],
  ['GET', '/v1/refunds', 'server', listRefunds],
  ['GET', '/v1/refunds/:id', 'server', retrieveRefund],
  ['GET', '/v1/disputes', 'server', listDisputes],
  ['GET', '/v1/disputes/:id', 'server', retrieveDispute],
  ['GET', '/v1/events', 'server', listEvents],
  ['POST', '/challenge/:id', 'browser', completeChallenge],
]

export function findRoute(method: string, path: string, access: ApiRequest['access']) {
  for (const [routeMethod, pattern, routeAccess, handle] of routes) {
    const id = routeMethod === method ? matchPath(pattern, path) : null
    if (id === null) continue
    if (routeAccess === 'server' && access === 'publishable')
      throw new ApiError(403, {
        type: 'invalid_request_error',
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      })
    return { handle, id }
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
