import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendCached } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'

/** Sends what is kept for exactly this address before a router sees the request; false leaves it to the router. */
export function serveCached(answers: ResponseCache, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'GET' || !request.url) return false
  const kept = answers.findFresh(request.url)
  if (!kept) return false
  // Which other origins may read an answer is decided behind the router.
  if (kept.isApi && request.headers.origin !== undefined) return false
  sendCached(request, response, kept)
  return true
}
