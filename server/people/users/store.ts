import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ListedUser, User } from '#contract/people/users.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { batchLookups } from '../../platform/database/queries/batch-lookups.ts'
import { contains } from '../../platform/database/queries/like-patterns.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { newestFirst } from '../../platform/database/queries/newest-first.ts'
import { preparedPerDatabase } from '../../platform/database/queries/prepared-per-database.ts'
import { bookings, users } from '../../platform/database/schema.ts'

type Row = typeof users.$inferSelect
const toUser = ({ id, email, name, role }: Row): User => ({ _id: id, email, name, role })
const toListedUser = (row: Row): ListedUser => ({
  ...toUser(row),
  emailVerified: row.emailVerifiedAt !== null,
})

const bySubjects = preparedPerDatabase((db) =>
  db
    .select()
    .from(users)
    .where(sql`${users.subject} = any(${sql.placeholder('subjects')}::text[])`)
    .prepare('find_users_by_subject'),
)

const findBatched = preparedPerDatabase((db) =>
  batchLookups<Row>(async (subjects) => {
    const rows = await bySubjects(db).execute({ subjects })
    return new Map(rows.map((row) => [row.subject, row]))
  }),
)

export async function findBySubject(db: Database, subject: string): Promise<Row | null> {
  return findBatched(db)(subject)
}

/** Null when the subject or the email is taken already. */
export async function create(
  db: Database,
  person: { subject: string; email: string; name: string },
): Promise<Row | null> {
  const [row] = await db
    .insert(users)
    .values({ id: newId(), ...person })
    .onConflictDoNothing()
    .returning()
  return row ?? null
}

/** The id of a person whose email was not verified yet. */
export async function markVerified(
  tx: Transaction,
  { subject, email }: { subject: string; email: string },
): Promise<string | null> {
  const [row] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`now()` })
    .where(and(eq(users.subject, subject), eq(users.email, email), isNull(users.emailVerifiedAt)))
    .returning({ id: users.id })
  return row?.id ?? null
}

export async function rename(db: Database, id: string, name: string) {
  await db
    .update(users)
    .set({ name })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
}

const notDeleted = isNull(users.deletedAt)
const LEAVING = 'leaving'

const newest = newestFirst({
  select: (db) => db.select().from(users).$dynamic(),
  moment: users.createdAt,
  key: users.id,
  keyOf: ({ id }) => id,
  show: toListedUser,
})

export const listInBatches = (db: Database, size?: number) => newest.inBatches(db, notDeleted, size)

export const search = (db: Database, { q, ...asked }: { q: string; page: number; limit: number }) =>
  newest.page(db, asked, and(notDeleted, q ? contains(users.searchText, q) : undefined))

export async function findByEmail(db: Database | Transaction, email: string): Promise<User | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), notDeleted))
  return row ? toUser(row) : null
}

/** How many were promoted: 0 when the user was an admin already. */
export async function promote(db: Database | Transaction, email: string): Promise<number> {
  const promoted = await db
    .update(users)
    .set({ role: 'admin' })
    .where(and(eq(users.email, email), ne(users.role, 'admin'), notDeleted))
    .returning({ id: users.id })
  return promoted.length
}

/** Lets one instance at a time set up the first admin. */
export async function lockFirstAdmin(tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`)
}

export async function hasAdmin(db: Database | Transaction): Promise<boolean> {
  return (await db.$count(users, and(eq(users.role, 'admin'), notDeleted))) > 0
}

/**
 * The current admins, locked so that two of them cannot remove each other at the same time. The lock lets them order: whoever
 * orders refers to their row.
 */
export async function lockAdmins(tx: Transaction): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), notDeleted))
    .orderBy(users.id)
    .for('no key update')
  return rows.map((row) => row.id)
}

export async function remove(tx: Transaction, id: string, removedBy: string): Promise<boolean> {
  const removed = await tx
    .update(users)
    .set({ deletedAt: new Date(), deletedBy: removedBy })
    .where(and(eq(users.id, id), notDeleted))
    .returning({ id: users.id })
  return removed.length > 0
}

/** A person who has left, under the address that their row has from then on. */
export type Leaving = Pick<Row, 'id' | 'subject' | 'email'>
const leaving = { id: users.id, subject: users.subject, email: users.email }

/** Keeps the row for the bookkeeping without the person; the address is free again. Tokens issued before name the same row. */
export async function anonymize(tx: Transaction, id: string): Promise<Leaving> {
  const [row] = await tx
    .update(users)
    .set({
      // Made up at this moment, so that nobody can have signed up with it.
      email: `${newId()}@deleted.invalid`,
      name: 'Deleted account',
      role: 'customer',
      deletedAt: new Date(),
      deletedBy: LEAVING,
    })
    .where(eq(users.id, id))
    .returning(leaving)
  return row as Leaving
}

/** People who have left and whose account the identity service may still have. */
export async function listLeaving(db: Database): Promise<Leaving[]> {
  return db.select(leaving).from(users).where(eq(users.deletedBy, LEAVING))
}

export async function markLeft(db: Database, id: string) {
  await db.update(users).set({ deletedBy: 'left' }).where(eq(users.id, id))
}

/** Whether a payment of theirs has stayed with the shop. */
export async function hasPaid(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    select from ${bookings} where user_id = ${id} and state = 'paid' and refunded_cents < price_cents limit 1`)
  return rowCount === 1
}

/** Locks a user: nobody writes anything in their name until the transaction ends. False when they are gone. */
export async function lock(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx
    .select({ deletedAt: users.deletedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('update')
  return row?.deletedAt === null
}

export async function subjectOf(db: Database, id: string): Promise<string> {
  const [row] = await db.select({ subject: users.subject }).from(users).where(eq(users.id, id))
  if (!row) throw new Error(`there is no user ${id}`)
  return row.subject
}

/** Answers their ids. */
export async function unverify(tx: Transaction, subjects: string[]): Promise<string[]> {
  const people = await tx
    .update(users)
    .set({ emailVerifiedAt: null })
    .where(inArray(users.subject, subjects))
    .returning({ id: users.id })
  return people.map(({ id }) => id)
}

export async function restore(db: Database, email: string): Promise<boolean> {
  const restored = await db
    .update(users)
    .set({ deletedAt: null, deletedBy: null })
    .where(eq(users.email, email))
    .returning({ id: users.id })
  return restored.length > 0
}

/** Makes this person an admin, creating or restoring the user if needed. */
export async function upsertAdmin(tx: Transaction, person: { subject: string; email: string; name: string }) {
  await tx
    .insert(users)
    .values({ id: newId(), ...person, role: 'admin' })
    .onConflictDoUpdate({ target: users.subject, set: { role: 'admin', deletedAt: null, deletedBy: null } })
}
