import { Readable } from 'node:stream'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/calls/refusal.ts'
import type { RefusalBody } from '#contract/calls/responses.ts'
import { refuse } from '../refusals/refuse.ts'
import { toRefusal } from '../refusals/to-refusal.ts'
import { hasBody } from './create-http-server.ts'
import { JSON_TYPE } from './json-stream.ts'

/** Body parsing and error responses of everything under /api. */
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
    const refusal = wrongMethod ? refuse.method(allowed) : refuse.notFound('No such endpoint')
    return sendRefusal(refusal, request, reply)
  })
  api.addHook('onSend', (_request, reply, payload, done) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done(null, payload)
  })
}

export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const body: RefusalBody = { success: false, error: refusal.message }
  if (refusal.field) body.field = refusal.field
  if (refusal.errors) body.errors = refusal.errors
  if (refusal.status >= 500) body.requestId = request.id
  // What failed may have been a file that was being sent.
  return reply
    .removeHeader('content-disposition')
    .type(JSON_TYPE)
    .code(refusal.status)
    .headers(refusal.headers)
    .send(body)
}

function readBodies(api: FastifyInstance) {
  api.removeAllContentTypeParsers()
  // Fastify refuses a type it cannot read before the body is seen; an empty body counts as none, whatever its type.
  api.addHook('onRequest', ({ raw: { headers, method } }, _reply, done) => {
    if (method === 'GET') return done() // Fastify never reads its body.
    const json = /^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')
    headers['content-type'] = json ? 'application/json' : 'application/octet-stream'
    done()
  })
  api.addHook('preParsing', ({ raw }, _reply, body, done) =>
    done(null, raw.method === 'GET' || hasBody(raw) ? body : Readable.from([])),
  )
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

/** An unknown URL under /api is refused by the API; otherwise the site's catch-all would send a page. */
function keepFromSite(api: FastifyInstance) {
  for (const url of ['/', '/*']) api.get(url, (_request, reply) => reply.callNotFound())
}

/** Records the routes mounted from here on, to tell a wrong method (405) from an unknown URL (404). */
function watchRoutes(api: FastifyInstance) {
  const methods = new Map<string, { pattern: RegExp; methods: string[] }>()
  api.addHook('onRoute', ({ url, method }) => {
    const pattern = new RegExp(
      `^${url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`,
    )
    const existing = methods.get(url)?.methods ?? []
    methods.set(url, { pattern, methods: [...new Set([...existing, method].flat())] })
  })
  return (request: FastifyRequest) => {
    const path = request.url.split('?')[0] ?? ''
    const matching = [...methods.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap((route) => route.methods))]
  }
}
