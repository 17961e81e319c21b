import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CachedResponse, sendCached } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { bearerToken } from './bearer-token.ts'

/** Sends the response cached for exactly this URL before the router sees the request; null leaves it to the router. */
export function serveCached(
  cache: ResponseCache,
  request: IncomingMessage,
  response: ServerResponse,
): CachedResponse | null {
  if (request.method !== 'GET' || !request.url) return null
  const cached = cache.findFresh(request.url, request)
  if (!cached) return null
  const { origin, authorization } = request.headers
  // CORS is decided behind the router, and so is whether a token is an admin's, who must see the current state.
  if (cached.isApi && (origin !== undefined || bearerToken(authorization) !== null)) return null
  sendCached(request, response, cached)
  return cached
}
