import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedResponse, sendCached } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** Sends the response cached for exactly this URL before the router sees the request; null leaves it to the router. */
export function serveCached(
  cache: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
): CachedResponse | null {
  if (request.method !== 'GET' || !request.url) return null
  const cached = cache.findFresh(request.url)
  if (!cached) return null
  const { origin, authorization } = request.headers
  // CORS is decided behind the router, and an admin's token must see the current state.
  if (cached.isApi && (origin !== undefined || authorization !== undefined)) return null
  sendCached(request, response, cached)
  return cached
}
