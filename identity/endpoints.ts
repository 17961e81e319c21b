import { z } from 'zod'
import { Refusal, retryAfter } from '#contract/refusal.ts'
import type { Auth } from './auth.ts'
import { withTimeout } from './auth-per-origin.ts'
import { callbackFailed, callbackOutcome } from './google-callback.ts'
import type { Log } from './log.ts'
import { PASSWORD, type PasswordQueue } from './password-queue.ts'
import { formatWait, isRecord, refusalCode, shapeResponse } from './responses.ts'
import type { Throttle, Wait } from './throttle.ts'

/** A request, reduced to what the identity service needs. */
export type IdentityRequest = {
  url: URL
  headers: Headers
  network: string
  body(): Promise<unknown>
  plain: Auth
  withGoogle(): Promise<Auth | null>
}

export type EndpointHandler = (request: IdentityRequest) => Promise<Response>
export type EndpointSettings = {
  throttle: Throttle
  queue: PasswordQueue
  googleConfigured: boolean
  log: Log
}

const CALLBACK_MS = 15_000

/** All endpoints under /api/auth; better-auth has more, none of which is reachable. */
export function createEndpoints({
  throttle,
  queue,
  googleConfigured,
  log,
}: EndpointSettings): Record<string, EndpointHandler> {
  async function queued(network: string, work: () => Promise<Response>) {
    const response = await queue.run(network, work)
    if (response) return response
    throw new Refusal(503, 'Too many people are signing in at the moment. Try again in a few seconds.', {
      code: 'BUSY',
      headers: retryAfter(5),
    })
  }

  /** Throttles before hashing; only responses with `wrong` as their code count as failures. */
  async function withPassword(
    account: string,
    network: string,
    wrong: string,
    work: () => Promise<Response>,
  ) {
    refuseWhile(await throttle.passwordWait(account, network), 'TOO_MANY_WRONG_PASSWORDS', WRONG_TOO_OFTEN)
    return queued(network, async () => {
      refuseWhile(
        await throttle.passwordAttempt(account, network),
        'TOO_MANY_WRONG_PASSWORDS',
        WRONG_TOO_OFTEN,
      )
      let code: string | null = 'UNEXPECTED'
      try {
        const response = await work()
        code = await refusalCode(response)
        return response
      } finally {
        if (code === null) await throttle.passwordCorrect(account, network)
        else if (code !== wrong) await throttle.forgiveAttempt(account, network)
      }
    })
  }

  return {
    'POST /sign-up/email': async (request) => {
      refuseWhile(
        await throttle.signUp(request.network),
        'TOO_MANY_SIGN_UPS',
        'Too many accounts were created from your network.',
      )
      const person = await read(request, signUpBody)
      const response = await queued(request.network, () =>
        callBetterAuth(request.plain, request, '/sign-up/email', person),
      )
      return shapeResponse(response, onlyUser)
    },

    'POST /sign-in/email': async (request) => {
      const credentials = await read(request, signInBody)
      const response = await withPassword(
        credentials.email,
        request.network,
        'INVALID_EMAIL_OR_PASSWORD',
        () => callBetterAuth(request.plain, request, '/sign-in/email', credentials),
      )
      return shapeResponse(response, onlyUser)
    },

    'POST /change-password': async (request) => {
      const change = await read(request, changePasswordBody)
      const { user } = await signedIn(request)
      const response = await withPassword(user.email, request.network, 'INVALID_PASSWORD', () =>
        callBetterAuth(request.plain, request, '/change-password', { ...change, revokeOtherSessions: true }),
      )
      return shapeResponse(response, onlyUser)
    },

    'POST /sign-out': async (request) =>
      shapeResponse(await callBetterAuth(request.plain, request, '/sign-out', {}), () => ({ success: true })),

    'GET /token': async (request) => {
      await signedIn(request)
      return shapeResponse(await callBetterAuth(request.plain, request, '/token'), ({ token }) => ({ token }))
    },

    'GET /get-session': async (request) =>
      shapeResponse(await callBetterAuth(request.plain, request, '/get-session'), (body) => ({
        ...onlyUser(body),
        session: { expiresAt: isRecord(body.session) ? body.session.expiresAt : null },
      })),

    'GET /jwks': async (request) =>
      shapeResponse(await callBetterAuth(request.plain, request, '/jwks'), ({ keys }) => ({ keys })),

    'POST /sign-in/social': async (request) => {
      if (!googleConfigured)
        throw new Refusal(404, 'Google sign-in is not configured in this shop.', {
          code: 'GOOGLE_NOT_CONFIGURED',
        })
      const start = await read(request, googleBody)
      const auth = await request.withGoogle()
      if (!auth)
        throw new Refusal(
          503,
          'Google cannot be reached at the moment. Try again in a minute, or use a password.',
          { code: 'GOOGLE_UNREACHABLE', headers: retryAfter(60) },
        )
      return shapeResponse(await callBetterAuth(auth, request, '/sign-in/social', start), ({ url }) => ({
        url,
        redirect: true,
      }))
    },

    // The browser comes here from Google: whatever happens, it must end on a page.
    'GET /callback/google': async (request) => {
      try {
        const auth = await request.withGoogle()
        if (!auth) return callbackFailed('provider_unreachable')
        return callbackOutcome(
          await withTimeout(
            CALLBACK_MS,
            callBetterAuth(auth, request, `/callback/google${request.url.search}`),
          ),
        )
      } catch (err) {
        log.error({ err }, 'identity: the callback from Google failed')
        return callbackFailed('provider_failed')
      }
    },
  }
}

/**
 * The session, straight from the database. better-auth's own check takes an unreachable database for a missing session,
 * and the browser would then sign the user out.
 */
async function signedIn(visit: IdentityRequest) {
  const found = await visit.plain.api.getSession({ headers: visit.headers, query: { disableRefresh: true } })
  if (!found) throw new Refusal(401, 'You are signed out. Please sign in.', { code: 'UNAUTHORIZED' })
  return found
}

function callBetterAuth(
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

async function read<Body>(request: IdentityRequest, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await request.body())
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = String(issue?.path[0] ?? 'body').replaceAll(/(?=[A-Z])/g, '_')
  throw new Refusal(400, issue?.message ?? 'This request was not understood.', {
    code: `INVALID_${field.toUpperCase()}`,
  })
}

function refuseWhile(wait: Wait, code: string, sentence: string) {
  if (wait !== null)
    throw new Refusal(429, `${sentence} Try again ${formatWait(wait)}.`, { code, headers: retryAfter(wait) })
}

function onlyUser({ user }: Record<string, unknown>) {
  if (!isRecord(user)) return { user: null }
  const { id, email, name, image, emailVerified } = user
  return { user: { id, email, name, image: image ?? null, emailVerified } }
}

const WRONG_TOO_OFTEN = 'Too many attempts with a wrong password.'

const email = z
  .string('Provide an email address.')
  .trim()
  .min(1, 'Provide an email address.')
  .max(254, 'Provide a valid email address.')
  .pipe(z.email('Provide a valid email address.'))
/** Counts characters: an emoji is one. */
const isAtMost = (max: number) => (value: string) => value.length <= 2 * max && [...value].length <= max
const password = z
  .string('Provide a password.')
  .min(1, 'Provide a password.')
  .refine(isAtMost(PASSWORD.max), `Use a password of at most ${PASSWORD.max} characters.`)
const newPassword = password.min(PASSWORD.min, `Use a password of at least ${PASSWORD.min} characters.`)
const name = z
  .string('Provide a name.')
  .trim()
  .min(1, 'Provide a name.')
  .refine(isAtMost(200), { error: 'Use a name of at most 200 characters.', abort: true })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL cannot store them, people cannot see them.
  .refine((value) => !/[\u0000-\u001f]/.test(value), 'Use a name without control characters.')

/** A path of this site, percent-encoded so that it can stand in a Location header. */
const sitePath = z
  .string('The return address must be a path of this shop.')
  .max(1000, { error: 'The return address is too long.', abort: true })
  .refine(
    (value) => /^\/(?![/\\])/.test(value) && URL.canParse(value, 'http://shop'),
    'The return address must be a path of this shop.',
  )
  .transform((value) => {
    const { pathname, search, hash } = new URL(value, 'http://shop')
    return pathname + search + hash
  })

const object = { error: 'Send a JSON object.' }
const signUpBody = z.object({ name, email, password: newPassword }, object)
const signInBody = z.object({ email, password }, object)
const changePasswordBody = z.object({ currentPassword: password, newPassword }, object)
const googleBody = z.object(
  {
    provider: z.literal('google', 'Only Google is offered.'),
    callbackURL: sitePath.default('/'),
    errorCallbackURL: sitePath.default('/login'),
  },
  object,
)
