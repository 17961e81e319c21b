import { generateId } from 'better-auth'
import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import { Refusal } from '#contract/calls/refusal.ts'
import type { Database, Transaction } from './database.ts'
import { endPendingSignIns, linksOf } from './links/links.ts'
import { hashPassword, verifyPassword } from './passwords/password-hash.ts'
import { PASSWORD } from './passwords/password-length.ts'
import {
  account,
  knownNetwork,
  session,
  spentSecret,
  throttle,
  twoFactor,
  user,
  verification,
} from './schema.ts'
import { KNOWN_DAYS } from './throttle/known-networks.ts'

const DELETE_BATCH = 1_000

/** Null when nobody has that email. An address that is not `verified`, which demo mode cannot do, may be somebody else's. */
export async function findAccount(db: Database, email: string) {
  const [person] = await db
    .select({
      subject: user.id,
      name: user.name,
      emailVerified: user.emailVerified,
      verified: user.verifiedLive,
    })
    .from(user)
    .where(eq(user.email, email.toLowerCase()))
  return person ?? null
}

async function findPassword(db: Database, email: string) {
  const [found] = await db
    .select({ subject: user.id, hash: account.password })
    .from(account)
    .innerJoin(user, eq(account.userId, user.id))
    .where(and(eq(user.email, email.toLowerCase()), eq(account.providerId, 'credential')))
  return found ?? null
}

/** Whether this is the password of the account with that email. */
export async function passwordMatches(db: Database, email: string, password: string): Promise<boolean> {
  const found = await findPassword(db, email)
  return Boolean(found?.hash) && verifyPassword({ hash: String(found?.hash), password })
}

/** better-auth checks the password and opens the session later: what is opened by one that was replaced in between is closed. */
export async function unlessPasswordChanges(db: Database, email: string, signIn: () => Promise<Response>) {
  const before = await findPassword(db, email)
  const response = await signIn()
  if (!response.ok || !before || (await findPassword(db, email))?.hash === before.hash) return response
  await db.transaction((tx) => endSessions(tx, before.subject))
  throw new Refusal(401, 'The password was just changed. Log in with the new one.', {
    code: 'PASSWORD_CHANGED',
  })
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
  await db.transaction((tx) => storePassword(tx, person.subject, password))
  return true
}

/** Replaces the password, or gives a first one; sessions, begun sign-ins and links to reset it end. Two-step sign-in stays as it is. */
export async function storePassword(tx: Transaction, subject: string, password: string) {
  // A session that is being opened waits for this lock, and is then seen to be opened by an old password.
  await tx.select({ id: user.id }).from(user).where(eq(user.id, subject)).for('update')
  const changed = await tx
    .update(account)
    .set({ password, updatedAt: new Date() })
    .where(and(eq(account.userId, subject), eq(account.providerId, 'credential')))
    .returning({ id: account.id })
  if (!changed.length) await tx.insert(account).values(passwordAccount(subject, password))
  await endSessions(tx, subject)
}

async function endSessions(tx: Transaction, subject: string) {
  await tx.delete(session).where(eq(session.userId, subject))
  await endPendingSignIns(tx, subject)
}

/** False when nobody has that email. */
export async function disableTwoStep(db: Database, email: string): Promise<boolean> {
  const person = await findAccount(db, email)
  if (!person) return false
  await db.transaction(async (tx) => {
    await removeTwoStep(tx, person.subject)
  })
  return true
}

export async function removeTwoStep(tx: Transaction, subject: string) {
  await tx.delete(twoFactor).where(eq(twoFactor.userId, subject))
  await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, subject))
}

/** What the service knows of somebody, without secrets; null when there is no such account. */
export async function describeAccount(db: Database, subject: string) {
  const [person] = await db.select().from(user).where(eq(user.id, subject))
  if (!person) return null
  const [accounts, sessions] = await Promise.all([
    db.select().from(account).where(eq(account.userId, subject)),
    db.select().from(session).where(eq(session.userId, subject)).orderBy(session.createdAt),
  ])
  return {
    email: person.email,
    createdAt: person.createdAt.toISOString(),
    emailVerified: person.emailVerified,
    hasPassword: accounts.some(({ password }) => password !== null),
    twoFactorEnabled: person.twoFactorEnabled,
    google: accounts.some(({ providerId }) => providerId === 'google'),
    picture: person.image,
    sessions: sessions.map(({ createdAt, expiresAt, userAgent }) => ({
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      browser: userAgent,
    })),
  }
}

/** With its sessions, passwords and links; repeating it changes nothing. */
export async function deleteAccount(db: Database, subject: string) {
  await db.transaction(async (tx) => {
    await tx.delete(user).where(eq(user.id, subject))
    const left = [subject, linksOf('verify', subject), linksOf('reset', subject)]
    await tx.delete(verification).where(inArray(verification.value, left))
  })
}

/** Verifications that only demo mode made. Whoever else remembers them is told first: a crash in between repeats it. */
export async function endDemoVerifications(db: Database, tell: (subjects: string[]) => Promise<void>) {
  const onlyDemo = and(user.emailVerified, sql`not ${user.verifiedLive}`)
  const people = await db.select({ subject: user.id }).from(user).where(onlyDemo)
  if (!people.length) return
  await tell(people.map(({ subject }) => subject))
  await db.update(user).set({ emailVerified: false }).where(onlyDemo)
}

/** Deletes expired rows in small batches. A table that fails does not stop the others. Every column in the conditions has an index. */
export async function deleteExpired(db: Database) {
  const expired = [
    { table: session, key: session.id, condition: lt(session.expiresAt, sql`now()`) },
    { table: verification, key: verification.id, condition: lt(verification.expiresAt, sql`now()`) },
    { table: throttle, key: throttle.key, condition: lt(throttle.expire, Date.now()) },
    { table: spentSecret, key: spentSecret.hash, condition: lt(spentSecret.expiresAt, sql`now()`) },
    {
      table: knownNetwork,
      key: knownNetwork.hash,
      condition: lt(knownNetwork.usedAt, sql`now() - make_interval(days => ${KNOWN_DAYS})`),
    },
  ]
  const deletions = expired.map(async ({ table, key, condition }) => {
    const batch = db
      .select({ key })
      .from(table)
      .where(condition)
      .limit(DELETE_BATCH)
      .for('update', { skipLocked: true })
    for (let removed = DELETE_BATCH; removed === DELETE_BATCH; )
      removed = (await db.delete(table).where(inArray(key, batch))).rowCount ?? 0
  })
  for (const result of await Promise.allSettled(deletions))
    if (result.status === 'rejected') throw result.reason
}

/** As better-auth makes them for those who sign up themselves. */
function passwordAccount(userId: string, password: string) {
  return { id: generateId(), userId, accountId: userId, providerId: 'credential', password }
}

function assertPassword(password: string) {
  if (password.length < PASSWORD.min || password.length > PASSWORD.max)
    throw new Error(`A password must have ${PASSWORD.min} to ${PASSWORD.max} characters.`)
}
