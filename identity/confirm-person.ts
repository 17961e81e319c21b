import { Refusal } from '#contract/calls/refusal.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import { describeAccount, passwordMatches } from './accounts.ts'
import type { Database } from './database.ts'
import type { PasswordGuard } from './passwords/password-guard.ts'
import { findSession, type IdentityRequest } from './request.ts'
import { refusalResponse } from './responses.ts'

export type Confirmation = { subject: string; password: string | undefined; networks: ClientNetworks }

const FRESH_MS = 10 * 60_000

const WRONG_PASSWORD = new Refusal(403, 'The password is wrong.', { code: 'INVALID_PASSWORD' })
const PASSWORD_NEEDED = new Refusal(403, 'Enter your password.', { code: 'PASSWORD_NEEDED' })
const REMOVED = new Refusal(403, 'This account was removed')
const SIGN_IN_NEEDED = new Refusal(403, 'Sign in with Google again, then try this again within 10 minutes.', {
  code: 'SIGN_IN_NEEDED',
})

export async function confirmPerson(
  { db, guard }: { db: Database; guard: PasswordGuard },
  visit: Pick<IdentityRequest, 'plain' | 'headers' | 'signal'>,
  { subject, password, networks }: Confirmation,
) {
  const person = await describeAccount(db, subject)
  if (!person) throw REMOVED
  if (!person.hasPassword) {
    const found = await findSession(visit)
    const fresh = found?.user.id === subject && Date.now() - found.session.createdAt.getTime() < FRESH_MS
    if (!fresh) throw SIGN_IN_NEEDED
    return
  }
  if (password === undefined) throw PASSWORD_NEEDED
  const attempt = { account: person.email, wrong: 'INVALID_PASSWORD' }
  const { ok } = await guard.withPassword({ networks, signal: visit.signal }, attempt, async () =>
    (await passwordMatches(db, person.email, password)) ? new Response() : refusalResponse(WRONG_PASSWORD),
  )
  // Deleted in another tab meanwhile, an account has no password that could be right.
  if (!ok) throw (await describeAccount(db, subject)) ? WRONG_PASSWORD : REMOVED
}
