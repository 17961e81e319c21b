import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalAnswer } from '#contract/answers.ts'
import { isDatabaseAway } from '../database/connect.ts'
import { Refusal, refuse } from './refusal.ts'

/** How every call under /api reads bodies and says no. */
export function prepareApi(api: FastifyInstance) {
  readBodies(api)
  api.setErrorHandler((error: FastifyError, request, reply) =>
    sendRefusal(toRefusal(error, request), request, reply),
  )
  api.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(api, request)
    const refusal = allowed.length
      ? new Refusal(405, `This address answers ${allowed.join(', ')} only`, {
          headers: { allow: allowed.join(', ') },
        })
      : refuse.notFound('There is no such call')
    return sendRefusal(refusal, request, reply)
  })
  api.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
}

function readBodies(api: FastifyInstance) {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    if (!/^application\/([\w.+-]+\+)?json\b/i.test(request.headers['content-type'] ?? ''))
      return done(new Refusal(415, 'Send the body as application/json'))
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(refuse.invalid('The body is not valid JSON'))
    }
  })
}

function toRefusal(error: FastifyError | Refusal, request: FastifyRequest): Refusal {
  if (error instanceof Refusal) return error
  if (isDatabaseAway(error)) {
    request.log.warn({ reason: error.message }, 'the database is away')
    return refuse.away()
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(413, 'The body is too large')
  if (error.statusCode && error.statusCode < 500)
    return new Refusal(error.statusCode, 'The request could not be read')
  request.log.error({ err: error }, 'unexpected fault')
  return new Refusal(
    500,
    'Something went wrong on our side. Try again, and tell us the request id if it stays.',
  )
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const answer: RefusalAnswer = { success: false, error: refusal.message }
  if (refusal.field) answer.field = refusal.field
  if (refusal.status >= 500) answer.requestId = request.id
  return reply.code(refusal.status).headers(refusal.headers).send(answer)
}

function allowedMethods(api: FastifyInstance, request: FastifyRequest) {
  const path = request.url.split('?')[0]?.slice(api.prefix.length) ?? ''
  const methods = api.mounted
    .filter((endpoint) => matches(endpoint.path, path))
    .map((endpoint) => endpoint.method)
  return [...new Set(methods)]
}

function matches(pattern: string, path: string) {
  return new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}/?$`).test(path)
}
