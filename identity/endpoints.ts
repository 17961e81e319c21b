import { z } from 'zod'
import { Refusal, retryAfter } from '#contract/refusal.ts'
import type { Auth } from './auth.ts'
import { withTimeout } from './auth-per-origin.ts'
import { callbackFailed, callbackOutcome } from './google-callback.ts'
import type { Log } from './log.ts'
import { PASSWORD, type PasswordQueue } from './password-queue.ts'
import { formatWait, isRecord, refusalCode, shapeResponse } from './responses.ts'
import type { Throttle, Wait } from './throttle.ts'

/** One request, reduced to what the identity service needs of it. */
export type IdentityRequest = {
  url: URL
  headers: Headers
  network: string
  body(): Promise<unknown>
  plain: Auth
  withGoogle(): Promise<Auth | null>
}

export type EndpointHandler = (visit: IdentityRequest) => Promise<Response>
export type EndpointSettings = {
  throttle: Throttle
  queue: PasswordQueue
  googleConfigured: boolean
  log: Log
}

const CALLBACK_MS = 15_000

/** Everything that is answered under /api/auth; better-auth knows more calls, none of which is reachable. */
export function createEndpoints({
  throttle,
  queue,
  googleConfigured,
  log,
}: EndpointSettings): Record<string, EndpointHandler> {
  async function inTurn(network: string, work: () => Promise<Response>) {
    const answer = await queue.run(network, work)
    if (answer) return answer
    throw new Refusal(503, 'Too many people are signing in at this moment. Try again in a few seconds.', {
      code: 'BUSY',
      headers: retryAfter(5),
    })
  }

  /** Throttles before anything is hashed; only answers with `wrong` as their code count as failures. */
  async function withPassword(
    account: string,
    network: string,
    wrong: string,
    work: () => Promise<Response>,
  ) {
    refuseWhile(await throttle.passwordWait(account, network), 'TOO_MANY_WRONG_PASSWORDS', WRONG_TOO_OFTEN)
    return inTurn(network, async () => {
      refuseWhile(
        await throttle.passwordAttempt(account, network),
        'TOO_MANY_WRONG_PASSWORDS',
        WRONG_TOO_OFTEN,
      )
      let code: string | null = 'UNEXPECTED'
      try {
        const answer = await work()
        code = await refusalCode(answer)
        return answer
      } finally {
        if (code === null) await throttle.passwordRight(account, network)
        else if (code !== wrong) await throttle.passwordUnjudged(account, network)
      }
    })
  }

  return {
    'POST /sign-up/email': async (visit) => {
      refuseWhile(
        await throttle.signUp(visit.network),
        'TOO_MANY_SIGN_UPS',
        'Too many accounts were made from your network.',
      )
      const person = await read(visit, signUpBody)
      const answer = await inTurn(visit.network, () => ask(visit.plain, visit, '/sign-up/email', person))
      return shapeResponse(answer, onlyUser)
    },

    'POST /sign-in/email': async (visit) => {
      const credentials = await read(visit, signInBody)
      const answer = await withPassword(credentials.email, visit.network, 'INVALID_EMAIL_OR_PASSWORD', () =>
        ask(visit.plain, visit, '/sign-in/email', credentials),
      )
      return shapeResponse(answer, onlyUser)
    },

    'POST /change-password': async (visit) => {
      const change = await read(visit, changePasswordBody)
      const { user } = await signedIn(visit)
      const answer = await withPassword(user.email, visit.network, 'INVALID_PASSWORD', () =>
        ask(visit.plain, visit, '/change-password', { ...change, revokeOtherSessions: true }),
      )
      return shapeResponse(answer, onlyUser)
    },

    'POST /sign-out': async (visit) =>
      shapeResponse(await ask(visit.plain, visit, '/sign-out', {}), () => ({ success: true })),

    'GET /token': async (visit) => {
      await signedIn(visit)
      return shapeResponse(await ask(visit.plain, visit, '/token'), ({ token }) => ({ token }))
    },

    'GET /get-session': async (visit) =>
      shapeResponse(await ask(visit.plain, visit, '/get-session'), (body) => ({
        ...onlyUser(body),
        session: { expiresAt: isRecord(body.session) ? body.session.expiresAt : null },
      })),

    'GET /jwks': async (visit) =>
      shapeResponse(await ask(visit.plain, visit, '/jwks'), ({ keys }) => ({ keys })),

    'POST /sign-in/social': async (visit) => {
      if (!googleConfigured)
        throw new Refusal(404, 'Google sign-in is not configured in this shop.', {
          code: 'GOOGLE_NOT_CONFIGURED',
        })
      const start = await read(visit, googleBody)
      const auth = await visit.withGoogle()
      if (!auth)
        throw new Refusal(
          503,
          'Google cannot be reached at the moment. Try again in a minute, or use a password.',
          { code: 'GOOGLE_UNREACHABLE', headers: retryAfter(60) },
        )
      return shapeResponse(await ask(auth, visit, '/sign-in/social', start), ({ url }) => ({
        url,
        redirect: true,
      }))
    },

    // A browser comes here from Google: whatever happens, it must end on a page.
    'GET /callback/google': async (visit) => {
      try {
        const auth = await visit.withGoogle()
        if (!auth) return callbackFailed('provider_unreachable')
        return callbackOutcome(
          await withTimeout(CALLBACK_MS, ask(auth, visit, `/callback/google${visit.url.search}`)),
        )
      } catch (err) {
        log.error({ err }, 'identity: the return from Google failed')
        return callbackFailed('provider_failed')
      }
    },
  }
}

/**
 * The session, straight from the database. better-auth's own check takes a database that is away for nobody being
 * signed in, and the browser would then sign the person out.
 */
async function signedIn(visit: IdentityRequest) {
  const found = await visit.plain.api.getSession({ headers: visit.headers, query: { disableRefresh: true } })
  if (!found) throw new Refusal(401, 'You are signed out. Please sign in.', { code: 'UNAUTHORIZED' })
  return found
}

function ask(auth: Auth, visit: IdentityRequest, path: string, body?: object): Promise<Response> {
  const headers = new Headers(visit.headers)
  const address = new URL(`/api/auth${path}`, visit.url)
  if (!body) return auth.handler(new Request(address, { headers }))
  headers.set('content-type', 'application/json')
  return auth.handler(new Request(address, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function read<Body>(visit: IdentityRequest, schema: z.ZodType<Body>): Promise<Body> {
  const parsed = schema.safeParse(await visit.body())
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
/** Counted in characters: an emoji is one. */
const isAtMost = (longest: number) => (value: string) =>
  value.length <= 2 * longest && [...value].length <= longest
const password = z
  .string('Provide a password.')
  .min(1, 'Provide a password.')
  .refine(isAtMost(PASSWORD.most), `Use a password of at most ${PASSWORD.most} characters.`)
const newPassword = password.min(PASSWORD.least, `Use a password of at least ${PASSWORD.least} characters.`)
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
