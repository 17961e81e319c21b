import { parseCookies } from 'better-auth/cookies'
import { Refusal } from '#contract/calls/refusal.ts'
import type { Database } from '../database.ts'
import { body, code, password } from '../fields.ts'
import { spendOnce, unspend } from '../links/spend-once.ts'
import type { PasswordGuard } from '../passwords/password-guard.ts'
import {
  callBetterAuth,
  type EndpointHandler,
  findSession,
  type IdentityRequest,
  read,
  signedIn,
} from '../request.ts'
import { refusalResponse, shapeResponse } from '../responses.ts'

const done = () => ({ status: true })

/** Two-step sign-in: turned on and off by password, the second step of a sign-in by code. */
export function twoStepEndpoints(db: Database, guard: PasswordGuard): Record<string, EndpointHandler> {
  const byPassword =
    (path: string, shape: (answer: Record<string, unknown>) => unknown): EndpointHandler =>
    async (request) => {
      const sent = await read(request, body({ password }))
      const { user } = await signedIn(request)
      const attempt = { account: user.email, wrong: 'INVALID_PASSWORD' }
      const response = await guard.withPassword(request, attempt, () =>
        callBetterAuth(request.plain, request, path, sent),
      )
      return shapeResponse(response, shape)
    }

  const byCode =
    (path: string, wrong: string): EndpointHandler =>
    async (request) => {
      const sent = await read(request, body({ code }))
      const subject = await findSubject(request)
      const response = await guard.withCode(request, { account: subject, wrong }, () =>
        once({ secret: `code:${subject}:${sent.code}`, wrong }, () =>
          callBetterAuth(request.plain, request, path, sent),
        ),
      )
      return shapeResponse(response, done)
    }

  /** better-auth takes a code as often as it is sent within its minute and a half. */
  async function once({ secret, wrong }: { secret: string; wrong: string }, verify: () => Promise<Response>) {
    if (!(await spendOnce(db, secret)))
      return refusalResponse(new Refusal(401, 'This code has already been used.', { code: wrong }))
    const response = await verify()
    if (!response.ok) await unspend(db, secret)
    return response
  }

  return {
    'POST /two-factor/enable': byPassword('/two-factor/enable', ({ totpURI, backupCodes }) => ({
      totpURI,
      backupCodes,
    })),
    'POST /two-factor/disable': byPassword('/two-factor/disable', done),
    'POST /two-factor/generate-backup-codes': byPassword(
      '/two-factor/generate-backup-codes',
      ({ backupCodes }) => ({ backupCodes }),
    ),
    'POST /two-factor/verify-totp': byCode('/two-factor/verify-totp', 'INVALID_CODE'),
    'POST /two-factor/verify-backup-code': byCode('/two-factor/verify-backup-code', 'INVALID_BACKUP_CODE'),
  }
}

/** Who is signed in, or has given the right password and is asked for a code. */
async function findSubject(request: IdentityRequest): Promise<string> {
  const session = await findSession(request)
  if (session) return session.user.id
  const { createAuthCookie, internalAdapter } = await request.plain.$context
  const cookie = parseCookies(request.headers.get('cookie') ?? '').get(createAuthCookie('two_factor').name)
  // Its signature, behind the dot, is checked by better-auth.
  const [, identifier] = /^(2fa-[\w-]+)\./.exec(cookie ?? '') ?? []
  const challenge = identifier ? await internalAdapter.findVerificationValue(identifier) : null
  if (challenge) return challenge.value
  throw new Refusal(401, 'This sign-in has expired. Enter your password again.', {
    code: 'INVALID_TWO_FACTOR_COOKIE',
  })
}
