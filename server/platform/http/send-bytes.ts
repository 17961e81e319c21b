import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedResponse, chooseVariant } from '../cache/cached-response.ts'

/** Sends what is there as bytes, in the encoding that suits this client. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse) {
  const { status, headers, body } = chooseVariant(request.headers, cached)
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] as string, headers[at + 1])
  return reply.code(status).send(body)
}
