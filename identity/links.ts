import { createHash, randomBytes } from 'node:crypto'
import { generateId } from 'better-auth'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database, Transaction } from './database.ts'
import { verification } from './schema.ts'

const LINKS = {
  verify: { path: '/verify-email', minutes: 24 * 60 },
  reset: { path: '/reset-password', minutes: 30 },
}
export type LinkKind = keyof typeof LINKS
type Db = Database | Transaction

/** A path with a one-time token, of which only the hash is stored. Behind the # it reaches no server and no log. */
export async function createLink(db: Db, kind: LinkKind, subject: string): Promise<string> {
  const { path, minutes } = LINKS[kind]
  const token = randomBytes(32).toString('base64url')
  await db.insert(verification).values({
    id: generateId(),
    identifier: identifierOf(kind, token),
    value: linksOf(kind, subject),
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  })
  return `${path}#token=${token}`
}

/** Whose link this is; null when it has expired, was used or never existed. */
export async function findLink(db: Db, kind: LinkKind, token: string): Promise<string | null> {
  const [link] = await db.select({ value: verification.value }).from(verification).where(isValid(kind, token))
  return link?.value.slice(kind.length + 1) ?? null
}

/** Uses a link, once, and ends all others of its kind that this person has. */
export async function spendLink(db: Db, kind: LinkKind, token: string): Promise<boolean> {
  const [spent] = await db
    .delete(verification)
    .where(isValid(kind, token))
    .returning({ value: verification.value })
  if (spent) await db.delete(verification).where(eq(verification.value, spent.value))
  return spent !== undefined
}

export async function endLinks(db: Db, kind: LinkKind, subject: string) {
  await db.delete(verification).where(eq(verification.value, linksOf(kind, subject)))
}

/** What the links of a person have in common. */
export const linksOf = (kind: LinkKind, subject: string) => `${kind}:${subject}`

const isValid = (kind: LinkKind, token: string) =>
  and(eq(verification.identifier, identifierOf(kind, token)), gt(verification.expiresAt, sql`now()`))

function identifierOf(kind: LinkKind, token: string) {
  return createHash('sha256').update(`${kind}:${token}`).digest('base64url')
}
