import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type ClientNetworks, clientNetworks } from '#networks/client-network.ts'
import { refuse } from '../refusals/refuse.ts'
import type { Turns } from '../turns/turns.ts'

/** A trusted proxy may pass on whatever it was sent. */
const PROTOCOL = /^https?$/i
/** A host name or address, and a port. Anything more, such as `user@`, would change the URL built from it. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i

export type IdentityTurns = Record<'writeTurns' | 'googleTurns', Pick<Turns, 'run'>>
export type HandleIdentity = (request: Request, networks: ClientNetworks) => Promise<Response>

/** Hands everything under /api/auth to the identity service, which reads the body itself. */
export async function identityRoutes(
  app: FastifyInstance,
  handle: HandleIdentity,
  { writeTurns, googleTurns }: IdentityTurns,
) {
  /** What hashes a password takes turns of the identity service's own. */
  const turnsOf: Record<string, Pick<Turns, 'run'>> = {
    'request-password-reset': writeTurns,
    'send-verification-email': writeTurns,
    'verify-email': writeTurns,
    'two-factor/verify-totp': writeTurns,
    'two-factor/verify-backup-code': writeTurns,
    'sign-in/social': googleTurns,
    'callback/google': googleTurns,
  }

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/auth/*',
    handler: async (request, reply) => {
      const leaving = new AbortController()
      if (reply.raw.destroyed) leaving.abort()
      reply.raw.once('close', () => leaving.abort())
      const answer = () => handle(toWebRequest(request, leaving.signal), clientNetworks(request.ip))
      // As the router reads it: a request may name a whole URL.
      const turns = turnsOf[request.params['*']]
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
