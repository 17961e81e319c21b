import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { isId } from '#contract/formats/fields.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { firstCheck, nextCheck } from '../../platform/database/queries/next-check.ts'
import {
  paymentAttempts as attempts,
  bookings,
  paymentDeclines,
  paymentEvents,
} from '../../platform/database/schema.ts'

export type Attempt = typeof attempts.$inferSelect
type Db = Database | Transaction

export async function findOpen(db: Db, bookingId: string): Promise<Attempt[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.bookingId, bookingId), eq(attempts.state, 'open')))
    .orderBy(asc(attempts.number))
}

/** The next attempt of a booking whose row is locked. */
export async function create(
  tx: Transaction,
  begun: Pick<Attempt, 'bookingId' | 'amountCents' | 'address' | 'receiptEmail'> & { intentId?: string },
): Promise<Attempt> {
  const [last] = await tx
    .select({ number: max(attempts.number) })
    .from(attempts)
    .where(eq(attempts.bookingId, begun.bookingId))
  const [attempt] = await tx
    .insert(attempts)
    .values({ id: newId(), number: (last?.number ?? 0) + 1, dueAt: firstCheck, ...begun })
    .returning()
  return attempt as Attempt
}

export async function find(db: Db, id: string): Promise<Attempt | null> {
  const [row] = await db.select().from(attempts).where(eq(attempts.id, id))
  return row ?? null
}

/** The attempt that an intent's metadata names; metadata can hold any text. */
export async function findByMetadata(db: Db, id: string | undefined): Promise<Attempt | null> {
  return isId(id) ? find(db, id) : null
}

export async function findByIntent(db: Db, intentId: string): Promise<Attempt | null> {
  const [row] = await db.select().from(attempts).where(eq(attempts.intentId, intentId))
  return row ?? null
}

/** Stores the intent unless the attempt already has one, and returns the stored one; an abandoned attempt is reopened by it. */
export async function attachIntent(db: Db, id: string, intentId: string): Promise<string> {
  await db
    .update(attempts)
    .set({ intentId, state: 'open', settledAt: null, dueAt: firstCheck, checks: 0 })
    .where(and(eq(attempts.id, id), isNull(attempts.intentId)))
  return (await find(db, id))?.intentId ?? intentId
}

export async function settle(tx: Transaction, id: string, state: 'paid' | 'unapplied') {
  await tx.update(attempts).set({ state, settledAt: sql`now()`, dueAt: null }).where(eq(attempts.id, id))
}

export async function listOwn(db: Db, userId: string) {
  const rows = await db
    .select({
      bookingId: attempts.bookingId,
      createdAt: attempts.createdAt,
      address: attempts.address,
      state: attempts.state,
    })
    .from(attempts)
    .innerJoin(bookings, eq(bookings.id, attempts.bookingId))
    .where(eq(bookings.userId, userId))
    .orderBy(desc(attempts.id))
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
}

/** Only an attempt that is still open. */
export async function markCanceled(db: Db, id: string) {
  await db
    .update(attempts)
    .set({ state: 'canceled', settledAt: sql`now()`, dueAt: null })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
}

/** Attempts without an outcome that the provider is to be asked about. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.state, 'open'), lte(attempts.dueAt, now)))
    .orderBy(asc(attempts.dueAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function isDue(db: Db, id: string, now: Date): Promise<boolean> {
  return (await db.$count(attempts, and(eq(attempts.id, id), lte(attempts.dueAt, now)))) > 0
}

/** The provider was asked, and has no outcome yet. */
export async function postponeCheck(db: Db, id: string, now: Date) {
  await db
    .update(attempts)
    .set({ dueAt: nextCheck(now, attempts.checks), checks: sql`${attempts.checks} + 1` })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
}

/** Somebody is about to pay with an attempt that may have been left alone for hours. */
export async function restartChecks(db: Db, id: string) {
  await db.update(attempts).set({ dueAt: firstCheck, checks: 0 }).where(eq(attempts.id, id))
}

/** For a shop that starts: it may have missed what became of them. */
export async function makeUnfinishedDue(db: Db, now: Date) {
  await db.update(attempts).set({ dueAt: now }).where(eq(attempts.state, 'open'))
}

export async function isEventProcessed(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row !== undefined
}

export async function recordEvent(db: Db, id: string, type: string) {
  await db.insert(paymentEvents).values({ id, type }).onConflictDoNothing()
}

const EVENTS_KEPT_DAYS = 30
const ADDRESSES_KEPT_DAYS = 90
const FORGOTTEN_AT_ONCE = 10_000
const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)

/** The provider repeats an event for three days; declines have the addresses they came from. */
export async function deleteOldEvents(db: Db, now: Date) {
  await db.delete(paymentEvents).where(lt(paymentEvents.createdAt, before(now, EVENTS_KEPT_DAYS)))
  await db.delete(paymentDeclines).where(lt(paymentDeclines.createdAt, before(now, ADDRESSES_KEPT_DAYS)))
}

/** Attempts themselves belong to the bookkeeping; an open one may still have to be repeated as it was. */
export async function forgetOldAddresses(db: Db, now: Date) {
  const old = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(
      and(
        ne(attempts.state, 'open'),
        lt(attempts.createdAt, before(now, ADDRESSES_KEPT_DAYS)),
        or(ne(attempts.address, ''), isNotNull(attempts.receiptEmail)),
      ),
    )
    .limit(FORGOTTEN_AT_ONCE)
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    const forget = db.update(attempts).set({ address: '', receiptEmail: null })
    forgotten = (await forget.where(inArray(attempts.id, old))).rowCount ?? 0
  }
}

/** Whether this event had not been recorded before. */
export async function recordDecline(db: Db, eventId: string, attempt: Attempt, userId: string) {
  const { id: attemptId, address } = attempt
  const { rowCount } = await db
    .insert(paymentDeclines)
    .values({ eventId, attemptId, userId, address })
    .onConflictDoNothing()
  return rowCount === 1
}

/** How many cards were declined: in one attempt ever, by one customer and from one address within the last hour. */
export async function countDeclines(
  db: Db,
  { userId, address, attemptId }: { userId: string; address: string; attemptId?: string },
) {
  const lastHour = gt(paymentDeclines.createdAt, sql`now() - interval '1 hour'`)
  const declines = (...which: (SQL | undefined)[]) => db.$count(paymentDeclines, and(...which))
  const [byUser, byAddress, byAttempt] = await Promise.all([
    declines(eq(paymentDeclines.userId, userId), lastHour),
    declines(eq(paymentDeclines.address, address), lastHour),
    attemptId ? declines(eq(paymentDeclines.attemptId, attemptId)) : 0,
  ])
  return { byUser, byAddress, byAttempt }
}
