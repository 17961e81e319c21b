import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { Refusal } from '#contract/refusal.ts'
import { refuse } from './refusal.ts'
import { toRefusal } from './to-refusal.ts'

/** How every call under /api reads bodies and says no. */
export function prepareApi(api: FastifyInstance) {
  readBodies(api)
  keepFromSite(api)
  const allowedMethods = watchRoutes(api)
  api.setErrorHandler((error: FastifyError, request, reply) =>
    sendRefusal(toRefusal(error, request), request, reply),
  )
  api.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request)
    const wrongMethod = allowed.length > 0 && !allowed.includes(request.method)
    const refusal = wrongMethod ? refuse.method(allowed) : refuse.notFound('There is no such call')
    return sendRefusal(refusal, request, reply)
  })
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const answer: RefusalAnswer = { success: false, error: refusal.message }
  if (refusal.field) answer.field = refusal.field
  if (refusal.status >= 500) answer.requestId = request.id
  return reply.code(refusal.status).headers(refusal.headers).send(answer)
}

function readBodies(api: FastifyInstance) {
  api.removeAllContentTypeParsers()
  // Fastify refuses a type it cannot read before the body is seen; an empty body counts as none, whatever its type.
  api.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const json = /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')
    headers['content-type'] = json ? 'application/json' : 'application/octet-stream'
    done()
  })
  api.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '' || request.is404) return done(null, undefined)
    if (request.headers['content-type'] !== 'application/json')
      return done(new Refusal(415, 'Send the body as application/json'))
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(refuse.invalid('The body is not valid JSON'))
    }
  })
}

/** An unknown address under /api is the API's to refuse; otherwise the site's own catch-all would send a page. */
function keepFromSite(api: FastifyInstance) {
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

/** Remembers what is mounted from here on, so that a wrong method is told from an unknown address. */
function watchRoutes(api: FastifyInstance) {
  const methods = new Map<string, { pattern: RegExp; methods: string[] }>()
  api.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`,
    )
    const known = methods.get(url)?.methods ?? []
    methods.set(url, { pattern, methods: [...new Set([...known, method].flat())] })
  })
  return (request: FastifyRequest) => {
    const path = request.url.split('?')[0] ?? ''
    const matching = [...methods.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap((route) => route.methods))]
  }
}
