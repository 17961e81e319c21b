import { generateId } from 'better-auth'
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PASSWORD } from './password-queue.ts'
import type * as schema from './schema.ts'
import { account, session, throttle, user, verification } from './schema.ts'

const DELETE_BATCH = 1_000

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }

/** Null when nobody has that email. An address that is not `verified`, by Google, may be somebody else's. */
export async function findAccount(db: Database, email: string) {
  const [person] = await db
    .select({ subject: user.id, verified: user.emailVerified })
    .from(user)
    .where(eq(user.email, email.toLowerCase()))
  return person ?? null
}

/** Whether this is the password of the account with that email. */
export async function passwordMatches(db: Database, email: string, password: string): Promise<boolean> {
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
  const existing = await findAccount(db, email)
  if (existing) return { created: false, subject: existing.subject }
  const password = await hashPassword(person.password)
  const created = await db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(user)
      .values({ id: generateId(), email, name: person.name })
      .onConflictDoNothing({ target: user.email })
      .returning({ id: user.id })
    if (inserted) await tx.insert(account).values(passwordAccount(inserted.id, password))
    return inserted
  })
  if (created) return { created: true, subject: created.id }
  const present = await findAccount(db, email)
  if (!present) throw new Error(`The account of ${email} disappeared during the lookup.`)
  return { created: false, subject: present.subject }
}

/** Also ends that person's sessions; false when nobody has that email. */
export async function setPassword(db: Database, email: string, newPassword: string) {
  assertPassword(newPassword)
  const person = await findAccount(db, email)
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

/** Deletes expired rows in small batches. Every column in the conditions has an index. */
export async function deleteExpired(db: Database) {
  const expired = [
    { table: session, key: session.id, condition: lt(session.expiresAt, sql`now()`) },
    { table: verification, key: verification.id, condition: lt(verification.expiresAt, sql`now()`) },
    { table: throttle, key: throttle.key, condition: lt(throttle.expire, Date.now()) },
  ]
  for (const { table, key, condition } of expired) {
    const batch = db
      .select({ key })
      .from(table)
      .where(condition)
      .limit(DELETE_BATCH)
      .for('update', { skipLocked: true })
    for (let removed = DELETE_BATCH; removed === DELETE_BATCH; )
      removed = (await db.delete(table).where(inArray(key, batch))).rowCount ?? 0
  }
}

/** As better-auth makes them for those who sign up themselves. */
function passwordAccount(userId: string, password: string) {
  return { id: generateId(), userId, accountId: userId, providerId: 'credential', password }
}

function assertPassword(password: string) {
  if (password.length < PASSWORD.min || password.length > PASSWORD.max)
    throw new Error(`A password must have ${PASSWORD.min} to ${PASSWORD.max} characters.`)
}
