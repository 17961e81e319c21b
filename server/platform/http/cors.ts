import type { FastifyInstance } from 'fastify'

const ALLOWED_HEADERS = 'authorization, content-type, idempotency-key'
const EXPOSED_HEADERS = 'x-request-id, retry-after, x-total-count, x-total-exact, link'
const HOUR_SECONDS = 3600

/** The headers that let a page of this origin read the response, if the origin is allowed. */
export const corsHeaders = (allowed: Set<string>, origin: string | undefined): Record<string, string> =>
  origin && allowed.has(origin)
    ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': EXPOSED_HEADERS }
    : {}

/**
 * Lets pages of the given origins call the routes of this scope with a bearer token. Cookies are never allowed, and the
 * identity service is in its own scope: signing in happens only on the shop's own pages.
 */
export function allowOrigins(calls: FastifyInstance, origins: string[]) {
  const allowed = new Set(origins)
  const methods = new Map<string, Set<string>>()

  calls.addHook('onRoute', ({ url, method }) => {
    const existing = methods.get(url) ?? new Set()
    methods.set(url, new Set([...existing, method].flat()))
  })
  calls.addHook('onRequest', ({ headers: { origin } }, reply, done) => {
    if (allowed.size) reply.header('vary', 'Origin')
    reply.headers(corsHeaders(allowed, origin))
    done()
  })

  /** Call after the routes are mounted: answers the browser's preflight requests. */
  return function answerPreflights() {
    for (const url of [...methods.keys()]) {
      const allow = [...(methods.get(url) ?? []), 'OPTIONS'].join(', ')
      calls.options(url.slice(calls.prefix.length), (_request, reply) => {
        if (reply.hasHeader('access-control-allow-origin'))
          reply.headers({
            'access-control-allow-methods': allow,
            'access-control-allow-headers': ALLOWED_HEADERS,
            'access-control-max-age': HOUR_SECONDS,
          })
        return reply.code(204).header('allow', allow).send()
      })
    }
  }
}
