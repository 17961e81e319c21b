import { and, eq, ne, sql } from 'drizzle-orm'
import { removeTwoStep, storePassword } from '../accounts.ts'
import type { Database, Transaction } from '../database.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { account, user } from '../schema.ts'
import { findLink, type LinkKind, spendLink } from './links.ts'

export type Verified = { subject: string; email: string; name: string }
/** Whether the verification counts in live mode. */
type Mode = { live: boolean }

/** Verifies the address that this link was sent to; null when the link is not valid. */
export async function verifyAddress(db: Database, token: string, mode: Mode): Promise<Verified | null> {
  const subject = await findLink(db, { kind: 'verify', ...mode }, token)
  return subject === null ? null : db.transaction((tx) => follow(tx, 'verify', { subject, token }, mode))
}

/** Sets a new password, or the first one of somebody who signs in with Google; null when the link is not valid. */
export async function resetPassword(
  db: Database,
  link: { subject: string; token: string; newPassword: string; appointed: boolean },
  mode: Mode,
): Promise<Verified | null> {
  const password = await hashPassword(link.newPassword)
  return db.transaction(async (tx) => {
    const person = await follow(tx, 'reset', link, mode)
    if (person) await storePassword(tx, person.subject, password)
    return person
  })
}

/** Whoever follows a link has read what was sent to the address. */
async function follow(
  tx: Transaction,
  kind: LinkKind,
  { subject, token, appointed = false }: { subject: string; token: string; appointed?: boolean },
  { live }: Mode,
): Promise<Verified | null> {
  // Locked first: of two links followed at once, the second finds itself ended.
  const [before] = await tx
    .select({ verified: user.emailVerified })
    .from(user)
    .where(eq(user.id, subject))
    .for('update')
  if (!before || !(await spendLink(tx, { kind, live }, token))) return null
  if (kind === 'reset' && !before.verified && !appointed) await removeOtherWaysIn(tx, subject)
  const [person] = await tx
    .update(user)
    .set({ emailVerified: true, verifiedLive: sql`${user.verifiedLive} or ${live}` })
    .where(eq(user.id, subject))
    .returning({ subject: user.id, email: user.email, name: user.name })
  return person ?? null
}

/** Whoever set them up never proved that the address is theirs: they would lock its owner out, or still get in by Google. */
async function removeOtherWaysIn(tx: Transaction, subject: string) {
  await removeTwoStep(tx, subject)
  await tx.delete(account).where(and(eq(account.userId, subject), ne(account.providerId, 'credential')))
}
