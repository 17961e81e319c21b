import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalBody } from '#contract/responses.ts'
import { type CachedResponse, sendCached } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { corsHeaders } from './cors.ts'
import { JSON_TYPE } from './json-stream.ts'
import { refuse } from './refuse.ts'

const MAX_IN_PROGRESS = 1_000
const REPORT_MS = 1_000
const REVIEW_MS = 100
// Health checks must get through, webhooks must not be lost, and a page is useless without its files.
const EXEMPT =
  /^\/(healthz|readyz|api\/stripe\/webhook|((assets|demo)\/)?[^/?]+\.(css|ico|js|png|svg|woff2))(\?|$)/

/**
 * Refuses requests beyond what can be handled in about a second, instead of letting everybody wait until nobody is answered
 * in time. This happens ahead of the router: behind it, a refusal would cost as much as a response. Cached responses never
 * get here, and an expired page is sent stale.
 *
 * Only work counts: neither a request whose body is still arriving, nor a response that waits for a slow reader. Otherwise
 * idle connections could close the shop.
 */
export function createLoadShedding(options: {
  headers: Record<string, string>
  allowedOrigins: string[]
  cache: Pick<ResponseCache, 'findStale'>
  log: { warn(fields: object, message: string): void }
  countSent(cached: CachedResponse, response: ServerResponse): void
  countRefusal(): void
  maxInProgress?: number
}) {
  const { cache, log, countSent, countRefusal, maxInProgress = MAX_IN_PROGRESS } = options
  const { status, message, headers } = refuse.unavailable()
  const allowed = new Set(options.allowedOrigins)
  const common = Object.entries({ ...options.headers, ...headers, 'cache-control': 'no-store' }).flat()
  const toSend = (type: string, body: string) => ({
    body,
    head: [...common, 'content-type', type, 'content-length', String(Buffer.byteLength(body))],
  })
  const refusal: RefusalBody = { success: false, error: message }
  const jsonResponse = toSend(JSON_TYPE, JSON.stringify(refusal))
  const textResponse = toSend('text/plain; charset=utf-8', `${message}\n`)
  const inProgress = new Set<ServerResponse>()
  let reviewedAt = Number.NEGATIVE_INFINITY
  let refused = 0

  function shed({ url, headers: { origin } }: IncomingMessage, response: ServerResponse) {
    const { head, body } = url?.startsWith('/api/') ? jsonResponse : textResponse
    response.writeHead(status, [...head, ...Object.entries(corsHeaders(allowed, origin)).flat()])
    response.end(body)
    countRefusal()
    if (refused++ > 0) return
    setTimeout(() => {
      log.warn({ refused, inProgress: inProgress.size }, 'overloaded: requests were refused')
      refused = 0
    }, REPORT_MS).unref()
  }

  function isFull() {
    if (inProgress.size < maxInProgress) return false
    const now = performance.now()
    if (now - reviewedAt < REVIEW_MS) return true
    reviewedAt = now
    for (const response of inProgress) {
      if (!response.writableEnded && !response.writableNeedDrain) continue
      inProgress.delete(response)
      response.once('drain', () => inProgress.add(response))
    }
    return inProgress.size >= maxInProgress
  }

  return {
    /** Whether the request may go on to the router; otherwise it has been answered. */
    admits(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '' } = request
      if (EXEMPT.test(url) || !isFull()) return true
      const stale = method === 'GET' && cache.findStale(url)
      if (stale) {
        sendCached(request, response, stale)
        countSent(stale, response)
      } else shed(request, response)
      return false
    },

    /** Counts a request whose body has arrived as in progress until it is answered; false when the shop has filled up meanwhile. */
    begins({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
      if (!EXEMPT.test(url) && isFull()) {
        countRefusal()
        return false
      }
      // The client has disconnected already: 'close' will not be emitted again.
      if (response.destroyed) return true
      inProgress.add(response)
      // Not 'finish', which is not emitted when the client disconnects.
      response.once('close', () => inProgress.delete(response))
      return true
    },
  }
}
