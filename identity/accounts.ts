import { verifyPassword } from 'better-auth/crypto'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { PASSWORD } from './password-queue.ts'
import type * as schema from './schema.ts'
import { account, session, throttle, user, verification } from './schema.ts'

const DELETE_BATCH = 1_000

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool }

/** better-auth's own id generator and password hash, so that these accounts are like those created by sign-up. */
export type AccountFactory = {
  newId(model: 'user' | 'account'): string
  hash(password: string): Promise<string>
}

/** Null when nobody has that email. `verified`: Google has confirmed that the address is theirs. */
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

export async function ensureAccount(
  db: Database,
  factory: AccountFactory,
  person: { email: string; name: string; password: string },
): Promise<{ created: boolean; subject: string }> {
  assertPassword(person.password)
  const email = person.email.toLowerCase()
  const existing = await findAccount(db, email)
  if (existing) return { created: false, subject: existing.subject }
  const password = await factory.hash(person.password)
  const created = await db.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(user)
      .values({ id: factory.newId('user'), email, name: person.name })
      .onConflictDoNothing({ target: user.email })
      .returning({ id: user.id })
    if (inserted) await tx.insert(account).values(passwordAccount(factory, inserted.id, password))
    return inserted
  })
  if (created) return { created: true, subject: created.id }
  const present = await findAccount(db, email)
  if (!present) throw new Error(`The account of ${email} disappeared during the lookup.`)
  return { created: false, subject: present.subject }
}

export async function setPassword(db: Database, factory: AccountFactory, email: string, newPassword: string) {
  assertPassword(newPassword)
  const [person] = await db.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase()))
  if (!person) return false
  const password = await factory.hash(newPassword)
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(account)
      .set({ password, updatedAt: new Date() })
      .where(and(eq(account.userId, person.id), eq(account.providerId, 'credential')))
      .returning({ id: account.id })
    if (!changed.length) await tx.insert(account).values(passwordAccount(factory, person.id, password))
    await tx.delete(session).where(eq(session.userId, person.id))
  })
  return true
}

export async function endSessions(db: Database, email: string) {
  const owner = db.select({ id: user.id }).from(user).where(eq(user.email, email.toLowerCase()))
  await db.delete(session).where(inArray(session.userId, owner))
}

/** Deletes expired rows in small batches. Every column in the conditions has an index. */
export async function deleteExpired(db: Database, signal?: AbortSignal) {
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
    for (let removed = DELETE_BATCH; removed === DELETE_BATCH && !signal?.aborted; )
      removed = (await db.delete(table).where(inArray(key, batch))).rowCount ?? 0
  }
}

function passwordAccount(factory: AccountFactory, userId: string, password: string) {
  return { id: factory.newId('account'), userId, accountId: userId, providerId: 'credential', password }
}

function assertPassword(password: string) {
  if (password.length < PASSWORD.min || password.length > PASSWORD.max)
    throw new Error(`A password must have ${PASSWORD.min} to ${PASSWORD.max} characters.`)
}
