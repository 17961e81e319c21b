import type { FastifyInstance } from 'fastify'

const HEADERS_SENT = 'authorization, content-type, idempotency-key'
const HEADERS_READ = 'x-request-id, retry-after, x-total-count, x-total-exact, link'
const HOUR_SECONDS = 3600

/** What lets the page that asked read the answer, if its origin is allowed. */
export const readableBy = (allowed: Set<string>, origin: string | undefined): Record<string, string> =>
  origin && allowed.has(origin)
    ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': HEADERS_READ }
    : {}

/**
 * Lets pages of the given origins make the calls of this scope with a bearer token. Cookies are never let through, and the
 * identity service is in a scope of its own: signing in happens on the shop's own pages only.
 */
export function openToOrigins(calls: FastifyInstance, origins: string[]) {
  const allowed = new Set(origins)
  const methods = new Map<string, Set<string>>()

  calls.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    methods.set(url, new Set([...known, method].flat()))
  })
  calls.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
    if (allowed.size) reply.header('vary', 'Origin')
    reply.headers(readableBy(allowed, origin))
    done()
  })

  /** After the calls are mounted: answers what a browser asks before it calls from another origin. */
  return function answerPreflights() {
    for (const url of [...methods.keys()]) {
      const answered = [...(methods.get(url) ?? []), 'OPTIONS'].join(', ')
      calls.options(url.slice(calls.prefix.length), (_request, reply) => {
        if (reply.hasHeader('access-control-allow-origin'))
          reply.headers({
            'access-control-allow-methods': answered,
            'access-control-allow-headers': HEADERS_SENT,
            'access-control-max-age': HOUR_SECONDS,
          })
        return reply.code(204).header('allow', answered).send()
      })
    }
  }
}
