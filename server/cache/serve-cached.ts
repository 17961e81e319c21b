import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendKept } from './cached-response.ts'
import type { KeptAnswers } from './response-cache.ts'

/** Sends what is kept for exactly this address before a router sees the request; false leaves it to the router. */
export function answerAtOnce(answers: KeptAnswers, request: IncomingMessage, response: ServerResponse) {
  if (request.method !== 'GET' || !request.url) return false
  const kept = answers.ready(request.url)
  if (!kept) return false
  // Which other origins may read an answer is decided behind the router.
  if (kept.isCall && request.headers.origin !== undefined) return false
  sendKept(request, response, kept)
  return true
}
