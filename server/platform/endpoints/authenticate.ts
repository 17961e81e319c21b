import type { FastifyRequest } from 'fastify'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import { bearerToken } from '../http/bearer-token.ts'
import { refuse } from '../refusals/refuse.ts'

/** The person behind a request, with their current role from the database. */
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

/** All that the shop knows of the identity service: issuer, audience, and how to fetch its key set. */
export type Issuer = {
  issuer: string
  audience: string
  fetch: (url: string, init: RequestInit) => Promise<Response>
}

/** Verified tokens are remembered: checking a signature costs more than the rest of a call. */
const MAX_TOKENS = 10_000

type Person = Omit<Caller, 'token'> & { removed: boolean }

export function createAuthenticate(issuer: Issuer, findUser: (claims: Claims) => Promise<Person>) {
  const verifiedTokens = new Map<string, { claims: Claims; expiresAt: number }>()
  const keys = createRemoteJWKSet(new URL(`${issuer.issuer}/jwks`), { [customFetch]: fetchKeys })

  // An unreachable identity service says nothing about a token: nobody is signed out because of it.
  async function fetchKeys(url: string, init: RequestInit) {
    const response = await issuer.fetch(url, init).catch(() => null)
    if (!response?.ok) throw refuse.unavailable()
    return response
  }

  return async function authenticate(request: FastifyRequest): Promise<Caller> {
    const token = bearerToken(request.headers.authorization)
    if (!token) throw refuse.unauthenticated()
    const { removed, ...person } = await findUser(await claimsOf(token))
    if (removed) throw refuse.forbidden('This account was removed')
    return { ...person, token }
  }

  /** A token's claims never change until it expires; role and removal are read from the database each time. */
  async function claimsOf(token: string): Promise<Claims> {
    const verified = verifiedTokens.get(token)
    if (verified && Date.now() < verified.expiresAt) return verified.claims
    verifiedTokens.delete(token)
    const { claims, expiresAt } = await verify(token)
    verifiedTokens.set(token, { claims, expiresAt })
    const [oldest] = verifiedTokens.keys()
    if (verifiedTokens.size > MAX_TOKENS && oldest) verifiedTokens.delete(oldest)
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
      return { claims, expiresAt: (payload.exp as number) * 1000 }
    } catch (error) {
      if (error instanceof errors.JWKSTimeout) throw refuse.unavailable()
      if (error instanceof errors.JOSEError)
        throw refuse.unauthenticated('Your sign-in has expired. Log in again.')
      throw error
    }
  }
}
