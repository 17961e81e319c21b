import { generateId } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PASSWORD } from './password-queue.ts'
import type * as schema from './schema.ts'
import { account, session, throttle, user, verification } from './schema.ts'

const SWEPT_AT_ONCE = 1_000

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }

/** Null when nobody has that email. An address that is not `verified`, by Google, may be somebody else's. */
export async function findPerson(db: Database, email: string) {
  const [person] = await db
    .select({ subject: user.id, verified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email.toLowerCase()))
  return person ?? null
}

/** Whether this is the password of the account with that email. */
export async function opensWith(db: Database, email: string, password: string): Promise<boolean> {
  const [found] = await db
    .select({ hash: account.password })
    .from(account)
    .innerJoin(user, eq(account.userId, user.id))
    .where(and(eq(user.email, email.toLowerCase()), eq(account.providerId, 'credential')))
  return Boolean(found?.hash) && verifyPassword({ hash: String(found?.hash), password })
}

export type NewPerson = { email: string; name: string; password: string }

/** Creates the person if absent; an existing password is left alone. */
export async function ensureAccount(
  db: Database,
  person: NewPerson,
): Promise<{ created: boolean; subject: string }> {
  assertPassword(person.password)
  const email = person.email.toLowerCase()
  const known = await findPerson(db, email)
  if (known) return { created: false, subject: known.subject }
  const password = await hashPassword(person.password)
  const created = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(user)
      .values({ id: generateId(), email, name: person.name })
      .onConflictDoNothing({ target: user.email })
      .returning({ id: user.id })
    if (made) await tx.insert(account).values(passwordAccount(made.id, password))
    return made
  })
  if (created) return { created: true, subject: created.id }
  const present = await findPerson(db, email)
  if (!present) throw new Error(`The account of ${email} went away while it was looked for.`)
  return { created: false, subject: present.subject }
}

/** Also ends that person's sessions; false when nobody has that email. */
export async function setPassword(db: Database, email: string, newPassword: string) {
  assertPassword(newPassword)
  const person = await findPerson(db, email)
  if (!person) return false
  const password = await hashPassword(newPassword)
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(account)
      .set({ password, updatedAt: new Date() })
      .where(and(eq(account.userId, person.subject), eq(account.providerId, 'credential')))
      .returning({ id: account.id })
    if (!changed.length) await tx.insert(account).values(passwordAccount(person.subject, password))
    await tx.delete(session).where(eq(session.userId, person.subject))
  })
  return true
}

/** Removes what has expired, in batches that each take little time: cheap enough for every minute. Every column it asks for has an index. */
export async function deleteExpired(db: Database, signal?: AbortSignal) {
  const expired = [
    { table: session, key: session.id, which: lt(session.expiresAt, sql`now()`) },
    { table: verification, key: verification.id, which: lt(verification.expiresAt, sql`now()`) },
    { table: throttle, key: throttle.key, which: lt(throttle.expire, Date.now()) },
  ]
  for (const { table, key, which } of expired) {
    const batch = db
      .select({ key })
      .from(table)
      .where(which)
      .limit(SWEPT_AT_ONCE)
      .for('update', { skipLocked: true })
    for (let removed = SWEPT_AT_ONCE; removed === SWEPT_AT_ONCE && !signal?.aborted; )
      removed = (await db.delete(table).where(inArray(key, batch))).rowCount ?? 0
  }
}

/** As better-auth makes them for those who sign up themselves. */
function passwordAccount(userId: string, password: string) {
  return { id: generateId(), userId, accountId: userId, providerId: 'credential', password }
}

function assertPassword(password: string) {
  if (password.length < PASSWORD.least || password.length > PASSWORD.most)
    throw new Error(`A password has ${PASSWORD.least} to ${PASSWORD.most} characters.`)
}
