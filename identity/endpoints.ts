import { z } from 'zod'
import { Refusal, retryAfter } from '#contract/calls/refusal.ts'
import { describeAccount, unlessPasswordChanges } from './accounts.ts'
import { withTimeout } from './auth-per-origin.ts'
import type { Database } from './database.ts'
import { body, email, name, newPassword, password, sitePath } from './fields.ts'
import { callbackFailed, callbackOutcome, opensSession } from './google/google-callback.ts'
import { endPendingSignIns } from './links/links.ts'
import { spendOnce } from './links/spend-once.ts'
import type { Log } from './log.ts'
import { type MailSettings, mailEndpoints, type Notify } from './mails/mail-endpoints.ts'
import type { MailLimits } from './mails/mail-limits.ts'
import type { PasswordGuard } from './passwords/password-guard.ts'
import { callBetterAuth, type EndpointHandler, read, refuseWhile, signedIn } from './request.ts'
import { isRecord, json, shapeResponse } from './responses.ts'
import type { Throttle } from './throttle/throttle.ts'
import { twoStepEndpoints } from './two-step/two-step-endpoints.ts'

type EndpointSettings = {
  db: Database
  throttle: Throttle
  mailLimits: MailLimits
  guard: PasswordGuard
  notify: Notify
  mails: MailSettings
  googleConfigured: boolean
  log: Log
}

const CALLBACK_MS = 15_000

/** All endpoints under /api/auth; better-auth has more, none of which is reachable. */
export function createEndpoints({
  db,
  throttle,
  mailLimits,
  guard,
  notify,
  mails,
  googleConfigured,
  log,
}: EndpointSettings): Record<string, EndpointHandler> {
  return {
    ...mailEndpoints(mails, { db, throttle, mailLimits, guard, notify }),
    ...twoStepEndpoints(db, guard),

    'POST /sign-up/email': async (request) => {
      refuseWhile(
        await guard.lookUp(request, () => throttle.signUp(request.networks)),
        'TOO_MANY_SIGN_UPS',
        'Too many accounts were created from your network.',
      )
      const person = await read(request, signUpBody)
      const response = await guard.withNewPassword(request, person.email, () =>
        callBetterAuth(request.plain, request, '/sign-up/email', person),
      )
      return shapeResponse(response, onlyUser)
    },

    'POST /sign-in/email': async (request) => {
      const credentials = await read(request, signInBody)
      const attempt = { account: credentials.email, wrong: 'INVALID_EMAIL_OR_PASSWORD' }
      const response = await guard.withPassword(request, attempt, () =>
        unlessPasswordChanges(db, credentials.email, () =>
          callBetterAuth(request.plain, request, '/sign-in/email', credentials),
        ),
      )
      return shapeResponse(response, (answer) =>
        answer.twoFactorRedirect ? { twoFactorRedirect: true } : onlyUser(answer),
      )
    },

    'POST /change-password': async (request) => {
      const change = await read(request, changePasswordBody)
      const { user } = await signedIn(request)
      const attempt = { account: user.email, wrong: 'INVALID_PASSWORD' }
      const response = await guard.withPassword(request, attempt, () =>
        callBetterAuth(request.plain, request, '/change-password', { ...change, revokeOtherSessions: true }),
      )
      if (response.ok) {
        await endPendingSignIns(db, user.id)
        if (user.emailVerified && (await mailLimits.passwordChange(user.email)) === null)
          await notify({ kind: 'password-changed', email: user.email, name: user.name })
      }
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

    'GET /account-state': async (request) => {
      const { user } = await signedIn(request)
      const { emailVerified, hasPassword, twoFactorEnabled, google } =
        (await describeAccount(db, user.id)) ?? {}
      return json(200, { emailVerified, hasPassword, twoFactorEnabled, google })
    },

    'GET /jwks': async (request) =>
      shapeResponse(await callBetterAuth(request.plain, request, '/jwks'), ({ keys }) => ({ keys })),

    'POST /sign-in/social': async (request) => {
      if (!googleConfigured)
        throw new Refusal(404, 'Google sign-in is not configured in this shop.', {
          code: 'GOOGLE_NOT_CONFIGURED',
        })
      refuseWhile(
        await throttle.googleStart(request.networks),
        'TOO_MANY_SIGN_INS',
        'Too many sign-ins with Google were started from your network.',
      )
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
        if ((await throttle.googleCallback(request.networks)) !== null)
          return callbackFailed('too_many_tries')
        const auth = await request.withGoogle()
        if (!auth) return callbackFailed('provider_unreachable')
        // better-auth keeps the state in a cookie, which could be sent again and again.
        const state = request.url.searchParams.get('state')
        if (state !== null && !(await spendOnce(db, `google:${state}`)))
          return callbackFailed('sign_in_expired')
        const response = await withTimeout(
          CALLBACK_MS,
          callBetterAuth(auth, request, `/callback/google${request.url.search}`),
        )
        if (opensSession(response)) await throttle.googleCallbackWorked(request.networks)
        return callbackOutcome(response)
      } catch (err) {
        log.error({ err }, 'identity: the callback from Google failed')
        return callbackFailed('provider_failed')
      }
    },
  }
}

function onlyUser({ user }: Record<string, unknown>) {
  if (!isRecord(user)) return { user: null }
  const { id, email, name, image, emailVerified } = user
  return { user: { id, email, name, image: image ?? null, emailVerified } }
}

const signUpBody = body({ name, email, password: newPassword })
const signInBody = body({ email, password })
const changePasswordBody = body({ currentPassword: password, newPassword })
const googleBody = body({
  provider: z.literal('google', 'Only Google is offered.'),
  callbackURL: sitePath.default('/'),
  errorCallbackURL: sitePath.default('/login'),
})
