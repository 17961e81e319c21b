import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/refusal.ts'
import { sendRefusal } from './api-scope.ts'
import { refuse } from './refusal.ts'
import { toRefusal } from './to-refusal.ts'

/** How everything outside /api says no: in one plain sentence, because a person may be looking at it. */
export function prepareRoot(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.setErrorHandler((error: FastifyError, request, reply) =>
    sendSentence(toRefusal(error, request), request, reply),
  )
  app.setNotFoundHandler((request, reply) => sendSentence(refuse.method(['GET', 'HEAD']), request, reply))
}

/** What cannot be decoded is taken for what is written there, as by the browser's router; calls refuse it. */
export function routedAddress({ url = '/' }: IncomingMessage) {
  if (!url.includes('%') || url.startsWith('/api/')) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** Answers an address that no router can read; Fastify runs no hook for it, so the headers are set here. */
export function refuseAddress(headers: Record<string, string>) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ...headers, 'x-request-id': request.id })
    const refusal = new Refusal(error.statusCode ?? 400, 'This address cannot be read')
    const send = request.url.startsWith('/api/') ? sendRefusal : sendSentence
    send(refusal, request, reply)
  }
}

function sendSentence(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  const sentence = refusal.status < 500 ? refusal.message : `${refusal.message}\nRequest id: ${request.id}`
  return reply
    .code(refusal.status)
    .headers({ 'cache-control': 'no-store', ...refusal.headers })
    .type('text/plain; charset=utf-8')
    .send(`${sentence}\n`)
}
