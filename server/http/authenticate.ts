import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { refuse } from './refusal.ts'

/** The person behind a request, with the role the database gives at this moment. */
export type Caller = {
  id: string
  email: string
  name: string
  role: 'admin' | 'customer'
  /** Whether the identity service knows that the email is this person's own. */
  emailVerified: boolean
  token: string
}

/** What the identity service says of a person. */
export type Claims = { subject: string; email: string; emailVerified: boolean; name: string }

/** How the shop knows the identity service: by its name, who its tokens are for, and a way to reach its key set. */
export type Issuer = {
  issuer: string
  audience: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** So many tokens are remembered as genuine; a signature costs more to check than all the rest of a call. */
const MAX_TOKENS = 10_000

type Person = Omit<Caller, 'token'> & { removed: boolean }

export function createAuthenticate(issuer: Issuer, findPerson: (claims: Claims) => Promise<Person>) {
  const genuine = new Map<string, { claims: Claims; endsAt: number }>()
  const keys = createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`), { [customFetch]: fetchKeys })

  // An identity service that is away says nothing about a token: nobody is signed out because of it.
  async function fetchKeys(url: string, init: RequestInit) {
    const answer = await issuer.fetch(url, init).catch(() => null)
    if (!answer?.ok) throw refuse.unavailable()
    return answer
  }

  return async function authenticate(request: FastifyRequest): Promise<Caller> {
    const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) throw refuse.unauthenticated()
    const { removed, ...person } = await findPerson(await verified(token))
    if (removed) throw refuse.forbidden('This account was removed')
    return { ...person, token }
  }

  /** What a token says does not change until it ends; whether its person may still call is asked of the database. */
  async function verified(token: string): Promise<Claims> {
    const known = genuine.get(token)
    if (known && Date.now() < known.endsAt) return known.claims
    genuine.delete(token)
    const { claims, endsAt } = await verify(token)
    genuine.set(token, { claims, endsAt })
    const [oldest] = genuine.keys()
    if (genuine.size > MAX_TOKENS && oldest) genuine.delete(oldest)
    return claims
  }

  async function verify(token: string) {
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer: issuer.issuer,
        audience: issuer.audience,
        algorithms: ['ES256', 'RS256', 'EdDSA'],
        requiredClaims: ['sub', 'exp', 'email'],
      })
      const email = String(payload.email).toLowerCase()
      const claims = {
        subject: payload.sub as string,
        email,
        emailVerified: payload.email_verified === true,
        name: String(payload.name || email),
      }
      return { claims, endsAt: (payload.exp as number) * 1000 }
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw refuse.unavailable()
      if (error instanceof errors.JOSEError)
        throw refuse.unauthenticated('Your sign-in has expired. Sign in again.')
      throw error
    }
  }
}
