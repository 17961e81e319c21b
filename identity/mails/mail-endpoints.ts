import { Refusal } from '#contract/calls/refusal.ts'
import type { Database } from '../database.ts'
import { body, email, newPassword, token } from '../fields.ts'
import { resetPassword, type Verified, verifyAddress } from '../links/follow-link.ts'
import { findLink } from '../links/links.ts'
import type { PasswordGuard } from '../passwords/password-guard.ts'
import { type EndpointHandler, type IdentityRequest, read, refuseWhile, signedIn } from '../request.ts'
import { json } from '../responses.ts'
import type { Throttle } from '../throttle/throttle.ts'
import type { FloodedMail, MailLimits } from './mail-limits.ts'

export type IdentityMail = {
  kind: 'confirm-email' | 'reset-password' | 'password-changed'
  email: string
  /** Empty until the address is verified: a stranger's text must not travel under the shop's name. */
  name: string
}

export type MailSettings = {
  live: boolean
  mail: {
    write(mail: IdentityMail): Promise<void>
    /** More of these were asked for within an hour than the shop sends. */
    onCeiling(kind: FloodedMail): Promise<void>
  }
  /** Whether this person may get a new password by mail. */
  mayResetByMail(subject: string): Promise<boolean>
  isAdmin(subject: string): Promise<boolean>
  onEmailVerified(subject: string, email: string): Promise<void>
}
/** Writes a mail about what has already happened: it never fails. */
export type Notify = (mail: IdentityMail) => Promise<void>

type MailDependencies = {
  db: Database
  throttle: Throttle
  mailLimits: MailLimits
  guard: PasswordGuard
  notify: Notify
}

const INVALID_LINK = new Refusal(400, 'This link has expired or has already been used.', {
  code: 'INVALID_TOKEN',
})

/**
 * Confirming an address and resetting a forgotten password. A mail carries no token until it is sent, so that asking costs
 * the same whether or not the account exists.
 */
export function mailEndpoints(
  { live, mail, mayResetByMail, isAdmin, onEmailVerified }: MailSettings,
  { db, throttle, mailLimits, guard, notify }: MailDependencies,
): Record<string, EndpointHandler> {
  const done = () => json(200, { status: true })

  const refuseFlood = async ({ networks }: IdentityRequest) =>
    refuseWhile(
      await throttle.link(networks),
      'TOO_MANY_LINKS',
      'Too many such requests came from your network.',
    )

  async function verified(person: Verified | null): Promise<Verified> {
    if (!person) throw INVALID_LINK
    await onEmailVerified(person.subject, person.email)
    return person
  }

  return {
    'POST /send-verification-email': async (request) => {
      await refuseFlood(request)
      await read(request, body({}))
      const { user } = await signedIn(request)
      if (user.emailVerified) return done()
      refuseWhile(
        await mailLimits.confirmation(user.email, request.networks),
        'TOO_MANY_MAILS',
        'We can’t send you another email yet.',
      )
      await mail.write({ kind: 'confirm-email', email: user.email, name: '' })
      return done()
    },

    'POST /verify-email': async (request) => {
      await refuseFlood(request)
      const sent = await read(request, body({ token }))
      await verified(await verifyAddress(db, sent.token, { live }))
      return done()
    },

    'POST /request-password-reset': async (request) => {
      await refuseFlood(request)
      const sent = await read(request, body({ email }))
      if ((await mailLimits.resetRequest(sent.email, request.networks)) === null)
        await mail.write({ kind: 'reset-password', email: sent.email.toLowerCase(), name: '' })
      return done()
    },

    'POST /reset-password': async (request) => {
      await refuseFlood(request)
      const sent = await read(request, body({ token, newPassword }))
      const subject = await findLink(db, { kind: 'reset', live }, sent.token)
      // Asked again: they may have become an admin since the link was sent.
      if (!subject || !(await mayResetByMail(subject))) throw INVALID_LINK
      return guard.withNewPassword(request, null, async () => {
        // The owner has appointed an admin: what they have set up is their own, even if they never verified their address.
        const link = { subject, ...sent, appointed: await isAdmin(subject) }
        const person = await verified(await resetPassword(db, link, { live }))
        await notify({ kind: 'password-changed', email: person.email, name: person.name })
        return done()
      })
    },
  }
}
