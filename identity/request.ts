import type { z } from 'zod'
import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Auth } from './auth.ts'
import { formatWait } from './responses.ts'
import type { Wait } from './throttle/counters.ts'

/** A request, reduced to what the identity service needs. */
export type IdentityRequest = {
  url: URL
  headers: Headers
  networks: ClientNetworks
  /** Aborted when nobody waits for the response any more. */
  signal: AbortSignal
  body(): Promise<unknown>
  plain: Auth
  withGoogle(): Promise<Auth | null>
}

export type EndpointHandler = (request: IdentityRequest) => Promise<Response>

/** Null when nobody is signed in. */
export const findSession = ({ plain, headers }: Pick<IdentityRequest, 'plain' | 'headers'>) =>
  plain.api.getSession({ headers, query: { disableRefresh: true } })

/**
 * The session, straight from the database. better-auth's own check takes an unreachable database for a missing session,
 * and the browser would then sign the user out.
 */
export async function signedIn(request: IdentityRequest) {
  const found = await findSession(request)
  if (!found) throw new Refusal(401, 'You are signed out. Please log in.', { code: 'UNAUTHORIZED' })
  return found
}

export function callBetterAuth(
  auth: Auth,
  request: IdentityRequest,
  path: string,
  body?: object,
): Promise<Response> {
  const headers = new Headers(request.headers)
  const address = new URL(`/api/auth${path}`, request.url)
  if (!body) return auth.handler(new Request(address, { headers }))
  headers.set('content-type', 'application/json')
  return auth.handler(new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }))
}

export async function read<Body>(request: IdentityRequest, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await request.body())
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? 'body').replaceAll(/(?=[A-Z])/g, '_')
  throw new Refusal(400, issue?.message ?? 'This request was not understood.', {
    code: `INVALID_${field.toUpperCase()}`,
  })
}

export function refuseWhile(wait: Wait, code: string, sentence: string) {
  if (wait !== null)
    throw new Refusal(429, `${sentence} Try again ${formatWait(wait)}.`, { code, headers: retryAfter(wait) })
}
