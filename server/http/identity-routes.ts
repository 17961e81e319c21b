import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ClientNetworks, clientNetworks } from '#networks/client-network.ts'
import { refuse } from './refuse.ts'
import type { Turns } from './turns.ts'

/** A trusted proxy may pass on whatever it was sent. */
const PROTOCOL = /^https?$/i
/** A host name or address, and a port. Anything more, such as `user@`, would change the URL built from it. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

export type IdentityTurns = { writeTurns: Turns; googleTurns: Turns }
export type HandleIdentity = (request: Request, networks: ClientNetworks) => Promise<Response>

/** Hands everything under /api/auth to the identity service, which reads the body itself. */
export async function identityRoutes(
  app: FastifyInstance,
  handle: HandleIdentity,
  { writeTurns, googleTurns }: IdentityTurns,
) {
  /** What hashes a password takes turns of the identity service's own. */
  const turnsOf: Record<string, Turns> = {
    '/api/auth/request-password-reset': writeTurns,
    '/api/auth/send-verification-email': writeTurns,
    '/api/auth/verify-email': writeTurns,
    '/api/auth/two-factor/verify-totp': writeTurns,
    '/api/auth/two-factor/verify-backup-code': writeTurns,
    '/api/auth/sign-in/social': googleTurns,
    '/api/auth/callback/google': googleTurns,
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route({
    method: ['GET', 'POST'],
    url: '/auth/*',
    handler: async (request, reply) => {
      const leaving = new AbortController()
      if (reply.raw.destroyed) leaving.abort()
      reply.raw.once('close', () => leaving.abort())
      const answer = () => handle(toWebRequest(request, leaving.signal), clientNetworks(request.ip))
      const turns = turnsOf[request.url.split('?', 1)[0] ?? '']
      const response = await (turns ? turns.run(request.raw, answer) : answer())
      reply.code(response.status)
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value)
      const cookies = response.headers.getSetCookie()
      if (cookies.length) reply.header('set-cookie', cookies)
      return reply.send(Buffer.from(await response.arrayBuffer()))
    },
  })
}

export function toWebRequest(request: FastifyRequest, signal?: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length' && name !== 'transfer-encoding')
      headers.set(name, value)
  const body = request.body instanceof Buffer && request.body.length ? new Uint8Array(request.body) : null
  const { protocol, host } = request
  const url = PROTOCOL.test(protocol) && HOST.test(host) && URL.parse(request.url, `${protocol}://${host}`)
  if (!url) throw refuse.invalid('The address of this request cannot be read')
  return new Request(url, { method: request.method, headers, body, ...(signal && { signal }) })
}
