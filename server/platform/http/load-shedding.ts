import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalBody } from '#contract/calls/responses.ts'
import { type CachedResponse, sendCached } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { refuse } from '../refusals/refuse.ts'
import { createInProgress } from '../turns/in-progress.ts'
import type { NetworksOf } from '../turns/networks-of.ts'
import { corsHeaders } from './cors.ts'
import { JSON_TYPE } from './json-stream.ts'

const MAX_IN_PROGRESS = 1_000
const REPORT_MS = 1_000
const REVIEW_MS = 100
/** Below this part of the places nobody can exceed a share. */
const UNSHARED = 1 / 3

/**
 * Refuses requests beyond what can be handled in about a second, instead of letting everybody wait until nobody is answered
 * in time. This happens ahead of the router: behind it, a refusal would cost as much as a response. Cached responses never
 * get here, and an expired page is sent stale.
 *
 * One network may have as many requests in progress as there are places left, and one client half as many: the first takes
 * at most half of all places, and there is always one for somebody who has none.
 *
 * Only work counts: neither a request whose body is still arriving, nor a response that waits for a slow reader. Otherwise
 * idle connections could close the shop.
 */
export function createLoadShedding(options: {
  headers: Record<string, string>
  /** What is never refused and takes no place: it costs little, and health checks, webhooks and a page's files must get through. */
  isExempt(path: string): boolean
  /** Null: networks have no shares. */
  networksOf: NetworksOf | null
  allowedOrigins: string[]
  cache: Pick<ResponseCache, 'findStale'>
  log: { warn(fields: object, message: string): void }
  countSent(cached: CachedResponse, response: ServerResponse): void
  countRefusal(): void
  maxInProgress?: number
}) {
  const { cache, log, networksOf, countSent, countRefusal, maxInProgress = MAX_IN_PROGRESS } = options
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
  const inProgress = createInProgress(networksOf ?? (() => ({ narrow: '', wide: '' })))
  let reviewedAt = Number.NEGATIVE_INFINITY
  let refused = 0

  function shed({ url, headers: { origin } }: IncomingMessage, response: ServerResponse) {
    const { head, body } = url?.startsWith('/api/') ? jsonResponse : textResponse
    response.writeHead(status, [...head, ...Object.entries(corsHeaders(allowed, origin)).flat()])
    response.end(body)
    countRefusal()
    if (refused++ > 0) return
    setTimeout(() => {
      log.warn({ refused, inProgress: inProgress.size() }, 'overloaded: requests were refused')
      refused = 0
    }, REPORT_MS).unref()
  }

  function isFull() {
    if (inProgress.size() < maxInProgress) return false
    const now = performance.now()
    if (now - reviewedAt < REVIEW_MS) return true
    reviewedAt = now
    for (const response of inProgress.responses()) {
      if (!response.writableEnded && !response.writableNeedDrain) continue
      inProgress.delete(response)
      response.once('drain', () => inProgress.add(response))
    }
    return inProgress.size() >= maxInProgress
  }

  function hasTakenShare(request: IncomingMessage) {
    const taken = inProgress.size()
    if (!networksOf || taken < maxInProgress * UNSHARED) return false
    const free = maxInProgress - taken
    const { narrow, wide } = inProgress.countOf(request)
    return wide >= free || narrow >= free / 2
  }

  const isExempt = ({ url = '' }: IncomingMessage) => options.isExempt(url.split('?', 1)[0] ?? '')

  return {
    /** Whether the request may go on to the router; otherwise it has been answered. */
    admits(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '' } = request
      if ((!isFull() && !hasTakenShare(request)) || isExempt(request)) return true
      const stale = method === 'GET' && cache.findStale(url, request)
      if (stale) {
        sendCached(request, response, stale)
        countSent(stale, response)
      } else shed(request, response)
      return false
    },

    /** Counts a request whose body has arrived as in progress until it is answered; false when the shop has filled up meanwhile. */
    begins(request: IncomingMessage, response: ServerResponse): boolean {
      if (isExempt(request)) return true
      if (isFull() || hasTakenShare(request)) {
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
