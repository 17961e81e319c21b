import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/calls/refusal.ts'
import { refuse } from '../refusals/refuse.ts'
import { toRefusal } from '../refusals/to-refusal.ts'
import { sendRefusal } from './api-scope.ts'

/** Error responses of everything outside /api: one plain sentence, because a person may be looking at it. */
export function prepareRoot(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendSentence(toRefusal(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => sendSentence(refuse.method(['GET', 'HEAD']), request, reply))
}

/** A path that cannot be decoded is taken literally, as the browser's router does; the API refuses it. */
export function escapeMalformedUrl({ url = '/' }: IncomingMessage) {
  if (!url.includes('%') || url.startsWith('/api/')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Answers a URL that the router cannot parse; Fastify runs no hooks for it, so the headers are set here. */
export function refuseUnroutable(headers: Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const refusal = new Refusal(error.statusCode ?? 400, 'Malformed URL')
    const send = request.url.startsWith('/api/') ? sendRefusal : sendSentence
    send(refusal, request, reply)
  }
}

function sendSentence(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const sentence = refusal.status < 500 ? refusal.message : `${refusal.message}\nRequest ID: ${request.id}`
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.headers })
    .type('text/plain; charset=utf-8')
    .send(`${sentence}\n`)
}
