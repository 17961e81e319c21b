import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendCached } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** Sends the response cached for exactly this URL before the router sees the request; false leaves it to the router. */
export function serveCached(cache: ResponseCache, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'GET' || !request.url) return false
  const cached = cache.findFresh(request.url)
  if (!cached) return false
  const { origin, authorization } = request.headers
  // CORS is decided behind the router, and an admin's token must see the current state.
  if (cached.isApi && (origin !== undefined || authorization !== undefined)) return false
  sendCached(request, response, cached)
  cache.countSent(cached, response.statusCode)
  return true
}
