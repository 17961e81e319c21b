import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RefusalAnswer } from '#contract/answers.ts'
import { sendCached } from '../cache/cached-response.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { readableBy } from './cors.ts'
import { JSON_TYPE } from './json-list.ts'
import { refuse } from './refusal.ts'

const MAX_IN_PROGRESS = 1_000
const REPORT_MS = 1_000
const REVIEW_MS = 100
// Whoever watches the shop must see it, the provider's deliveries must not be lost, and a page is nothing without its files.
const EXEMPT = /^\/(healthz|readyz|api\/stripe\/webhook|(?!api\/)[^?]+\.(css|ico|js|png|svg|woff2))(\?|$)/

/**
 * Requests beyond what can be worked on in a second are told at once to come back, instead of making everybody wait until
 * nobody is answered in time. That is done ahead of the router: behind it, a refusal would cost as much as an answer.
 * What is kept never gets here, and of a page that has become old the last one is sent.
 *
 * Only work counts: not a request whose body is still on its way, nor an answer that waits for its reader. Otherwise
 * connections that do nothing would close the shop.
 */
export function createLoadShedding(options: {
  headers: Record<string, string>
  allowedOrigins: string[]
  kept: Pick<ResponseCache, 'findStale'>
  log: { warn(fields: object, message: string): void }
  most?: number
}) {
  const { kept, log, most = MAX_IN_PROGRESS } = options
  const { status, message, headers } = refuse.unavailable()
  const allowed = new Set(options.allowedOrigins)
  const common = Object.entries({ ...options.headers, ...headers, 'cache-control': 'no-store' }).flat()
  const toSend = (type: string, body: string) => ({
    body,
    head: [...common, 'content-type', type, 'content-length', String(Buffer.byteLength(body))],
  })
  const refusal: RefusalAnswer = { success: false, error: message }
  const toProgram = toSend(JSON_TYPE, JSON.stringify(refusal))
  const toPerson = toSend('text/plain; charset=utf-8', `${message}\n`)
  const atWork = new Set<ServerResponse>()
  let reviewedAt = Number.NEGATIVE_INFINITY
  let refused = 0

  function sendAway({ url, headers: { origin } }: IncomingMessage, response: ServerResponse) {
    const { head, body } = url?.startsWith('/api/') ? toProgram : toPerson
    response.writeHead(status, [...head, ...Object.entries(readableBy(allowed, origin)).flat()])
    response.end(body)
    if (refused++ > 0) return
    setTimeout(() => {
      log.warn({ refused, atWork: atWork.size }, 'more is asked than can be done: told to come back')
      refused = 0
    }, REPORT_MS).unref()
  }

  function isFull() {
    if (atWork.size < most) return false
    const now = performance.now()
    if (now - reviewedAt < REVIEW_MS) return true
    reviewedAt = now
    for (const response of atWork) {
      if (!response.writableEnded && !response.writableNeedDrain) continue
      atWork.delete(response)
      response.once('drain', () => atWork.add(response))
    }
    return atWork.size >= most
  }

  return {
    /** Whether the request may go on to the router; otherwise it is answered. */
    admits(request: IncomingMessage, response: ServerResponse): boolean {
      const { method, url = '' } = request
      if (EXEMPT.test(url) || !isFull()) return true
      const old = method === 'GET' && kept.findStale(url)
      if (old) sendCached(request, response, old)
      else sendAway(request, response)
      return false
    },

    /** Counts a request whose body has arrived until it is answered; false when others have taken its place meanwhile. */
    begins({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
      if (!EXEMPT.test(url) && isFull()) return false
      atWork.add(response)
      // Also when the caller went away; a finished answer would not tell of that.
      response.once('close', () => atWork.delete(response))
      return true
    },
  }
}
