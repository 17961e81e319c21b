import { and, asc, desc, eq, gt, inArray, isNull, lte, max, or, type SQL, sql } from 'drizzle-orm'
import { isId } from '#contract/fields.ts'
import { toDollars } from '#contract/money.ts'
import type { Refund } from '#contract/payments.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { firstCheck, nextCheck } from '../database/next-check.ts'
import { paymentAttempts as attempts, bookings, paymentDeclines, paymentEvents } from '../database/schema.ts'

export type Attempt = typeof attempts.$inferSelect
type Db = Database | Transaction

const MAX_FAILED_REFUNDS = 10
const REFUNDING = ['refund_due', 'refunded', 'refund_failed'] as const

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

export async function setState(
  db: Db,
  id: string,
  state: Attempt['state'],
  refundReason: string | null = null,
) {
  const dueAt = state === 'refund_due' ? sql`now()` : null
  await db
    .update(attempts)
    .set({ state, refundReason, settledAt: sql`now()`, dueAt, checks: 0 })
    .where(eq(attempts.id, id))
}

/** Only an attempt that is still open. */
export async function markCanceled(db: Db, id: string) {
  await db
    .update(attempts)
    .set({ state: 'canceled', settledAt: sql`now()`, dueAt: null })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
}

/** Attempts without an outcome that the provider is to be asked about. */
export const listDue = (db: Db, now: Date, limit: number) => listDueIn(['open'], db, now, limit)

/** Refunds to be made or asked about: a bank may return one weeks later. */
export const listDueRefunds = (db: Db, now: Date, limit: number) => listDueIn(REFUNDING, db, now, limit)

async function listDueIn(states: readonly Attempt['state'][], db: Db, now: Date, limit: number) {
  const rows = await db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(inArray(attempts.state, states), lte(attempts.dueAt, now)))
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

/**
 * When a refund is next asked about: a completed one daily for five weeks, a failed one after a pause that each failure
 * doubles. One that has failed too often is left to the admin, who may have paid the customer another way.
 */
function nextRefundCheck(now: Date, state: keyof typeof AFTER_REFUND, refundId: string | null, failed: SQL) {
  const at = sql`${now}::timestamptz`
  if (state === 'pending') return nextCheck(now, attempts.checks)
  if (state === 'failed')
    return sql`case when ${failed} < ${MAX_FAILED_REFUNDS} then ${at} + interval '3 minutes' * power(2, ${failed}) end`
  if (!refundId) return null
  return sql`case when ${attempts.settledAt} > ${at} - interval '35 days' then ${at} + interval '1 day' end`
}

const AFTER_REFUND = { succeeded: 'refunded', pending: 'refund_due', failed: 'refund_failed' } as const

/** Stores a refund's state; false if a later update came first: `refundsFailed` tells them apart. */
export async function recordRefund(
  db: Db,
  { id, refundsFailed }: Attempt,
  refund: { id: string | null; state: keyof typeof AFTER_REFUND; error: string | null },
  now: Date,
): Promise<boolean> {
  const failed = refund.state === 'failed' ? refundsFailed + 1 : refundsFailed
  const recorded = await db
    .update(attempts)
    .set({
      state: AFTER_REFUND[refund.state],
      refundId: refund.id,
      refundError: refund.error,
      refundsFailed: failed,
      dueAt: nextRefundCheck(now, refund.state, refund.id, sql`${failed}::int`),
      checks: sql`${attempts.checks} + 1`,
    })
    .where(
      and(eq(attempts.id, id), inArray(attempts.state, REFUNDING), eq(attempts.refundsFailed, refundsFailed)),
    )
    .returning({ id: attempts.id })
  return recorded.length > 0
}

/**
 * Records a refund that the bank returned, whether its id is stored yet or not. While one has failed already, the event may be
 * that one's, come late: it is not counted twice, and the next refund's own response or check tells of the next one. The
 * attempt's id, if it was recorded.
 */
export async function markRefundFailed(
  db: Db,
  intentId: string,
  refundId: string,
  error: string,
): Promise<string | null> {
  const [attempt] = await db
    .update(attempts)
    .set({
      state: 'refund_failed',
      refundId,
      refundError: error,
      refundsFailed: sql`${attempts.refundsFailed} + 1`,
      dueAt: nextRefundCheck(new Date(), 'failed', refundId, sql`(${attempts.refundsFailed} + 1)`),
    })
    .where(
      and(
        eq(attempts.intentId, intentId),
        inArray(attempts.state, ['refund_due', 'refunded']),
        or(isNull(attempts.refundId), eq(attempts.refundId, refundId)),
      ),
    )
    .returning({ id: attempts.id })
  return attempt?.id ?? null
}

export async function listRefunds(db: Db): Promise<Refund[]> {
  const rows = await db
    .select({ attempt: attempts, booking: bookings })
    .from(attempts)
    .innerJoin(bookings, eq(bookings.id, attempts.bookingId))
    .where(inArray(attempts.state, REFUNDING))
    .orderBy(desc(attempts.settledAt), desc(attempts.id))
  return rows.map(({ attempt, booking }) => ({
    _id: attempt.id,
    bookingId: booking.id,
    product: booking.product,
    email: booking.email,
    amount: toDollars(attempt.amountCents),
    transictionId: attempt.intentId as string,
    state: attempt.state as Refund['state'],
    reason: attempt.refundReason ?? '',
    ...(attempt.refundError && { error: attempt.refundError }),
  }))
}

export async function isEventProcessed(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row !== undefined
}

export async function recordEvent(db: Db, id: string, type: string) {
  await db.insert(paymentEvents).values({ id, type }).onConflictDoNothing()
}

export async function recordDecline(db: Db, eventId: string, attempt: Attempt, userId: string) {
  const { id: attemptId, address } = attempt
  await db.insert(paymentDeclines).values({ eventId, attemptId, userId, address }).onConflictDoNothing()
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
