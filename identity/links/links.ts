import { createHash, randomBytes } from 'node:crypto'
import { generateId } from 'better-auth'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../database.ts'
import { verification } from '../schema.ts'

const LINKS = {
  verify: { path: '/verify-email', minutes: 24 * 60 },
  reset: { path: '/reset-password', minutes: 30 },
}
export type LinkKind = keyof typeof LINKS
/** A link counts only in the mode that it was made in: anyone can read the demo's mailbox. */
type Link = { kind: LinkKind; live: boolean }
type Db = Database | Transaction

/** A path with a one-time token, of which only the hash is stored. Behind the # it reaches no server and no log. */
export async function createLink(db: Db, link: Link, subject: string): Promise<string> {
  const { path, minutes } = LINKS[link.kind]
  const token = randomBytes(32).toString('base64url')
  await db.insert(verification).values({
    id: generateId(),
    identifier: identifierOf(link, token),
    value: linksOf(link.kind, subject),
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  })
  return `${path}#token=${token}`
}

/** Whose link this is; null when it has expired, was used or never existed. */
export async function findLink(db: Db, link: Link, token: string): Promise<string | null> {
  const [found] = await db
    .select({ value: verification.value })
    .from(verification)
    .where(isValid(link, token))
  return found?.value.slice(link.kind.length + 1) ?? null
}

/** Uses a link, once, and ends all others of its kind that this person has. */
export async function spendLink(db: Db, link: Link, token: string): Promise<boolean> {
  const [spent] = await db
    .delete(verification)
    .where(isValid(link, token))
    .returning({ value: verification.value })
  if (spent) await db.delete(verification).where(eq(verification.value, spent.value))
  return spent !== undefined
}

/** With a new password: links to reset it, and sign-ins that wait for their second step. */
export async function endPendingSignIns(db: Db, subject: string) {
  await db.delete(verification).where(inArray(verification.value, [linksOf('reset', subject), subject]))
}

/** What the links of a person have in common. */
export const linksOf = (kind: LinkKind, subject: string) => `${kind}:${subject}`

const isValid = (link: Link, token: string) =>
  and(eq(verification.identifier, identifierOf(link, token)), gt(verification.expiresAt, sql`now()`))

function identifierOf({ kind, live }: Link, token: string) {
  return createHash('sha256')
    .update(`${live ? 'live' : 'demo'}:${kind}:${token}`)
    .digest('base64url')
}
