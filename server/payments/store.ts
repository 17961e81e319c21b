import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, max, or, type SQL, sql } from 'drizzle-orm'
import { isId } from '#contract/fields.ts'
import { toDollars } from '#contract/money.ts'
import type { Refund } from '#contract/payments.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { paymentAttempts as attempts, bookings, paymentDeclines, paymentEvents } from '../database/schema.ts'
import type { JobContext } from '../job-context.ts'

export type Attempt = typeof attempts.$inferSelect
type Db = Database | Transaction

const MAX_FAILED_REFUNDS = 10
/** Of three minutes each. */
const IDLE_PERIODS_PER_DAY = 480
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
    .values({ id: newId(), number: (last?.number ?? 0) + 1, ...begun })
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
    .set({ intentId, state: 'open', settledAt: null })
    .where(and(eq(attempts.id, id), isNull(attempts.intentId)))
  return (await find(db, id))?.intentId ?? intentId
}

export async function setState(
  db: Db,
  id: string,
  state: Attempt['state'],
  refundReason: string | null = null,
) {
  await db.update(attempts).set({ state, refundReason, settledAt: sql`now()` }).where(eq(attempts.id, id))
}

/** Only an attempt that is still open. */
export async function markCanceled(db: Db, id: string) {
  await db
    .update(attempts)
    .set({ state: 'canceled', settledAt: sql`now()` })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
}

/** Claims attempts without an outcome that were not checked recently. */
export function claimUnfinished(db: Db, job: JobContext, limit: number): Promise<Attempt[]> {
  return claim(db, eq(attempts.state, 'open'), job, limit)
}

/**
 * Claims refunds that are due, pending, or recent: a bank may return one weeks later. One that has failed too often is
 * left to the admin, who may have paid the customer another way.
 */
export function claimRefunds(db: Db, job: JobContext, limit: number): Promise<Attempt[]> {
  const due = and(
    inArray(attempts.state, ['refund_due', 'refund_failed']),
    lt(attempts.refundsFailed, MAX_FAILED_REFUNDS),
  )
  const recentlyRefunded = and(
    eq(attempts.state, 'refunded'),
    isNotNull(attempts.refundId),
    gt(attempts.settledAt, sql`now() - interval '35 days'`),
  )
  return claim(db, and(inArray(attempts.state, REFUNDING), or(due, recentlyRefunded)), job, limit)
}

/** Instances skip each other's claims; each failed refund doubles the wait, and a completed one is checked daily. */
function claim(db: Db, condition: SQL | undefined, { startedAt, idleSeconds }: JobContext, limit: number) {
  const idlePeriods = sql`case when ${attempts.state} = 'refunded' then ${IDLE_PERIODS_PER_DAY}::float8 else power(2, ${attempts.refundsFailed}) end`
  const wait = sql`make_interval(secs => ${idleSeconds}::float8 * ${idlePeriods})`
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(condition, lt(attempts.checkedAt, sql`${startedAt}::timestamptz - ${wait}`)))
    .orderBy(asc(attempts.checkedAt))
    .limit(limit)
    .for('update', { skipLocked: true })
  return (
    db
      .update(attempts)
      // Never earlier than the run's start, whatever the two clocks say, so that a run claims each attempt once.
      .set({ checkedAt: sql`greatest(now(), ${startedAt}::timestamptz)` })
      .where(inArray(attempts.id, due))
      .returning()
  )
}

const AFTER_REFUND = { succeeded: 'refunded', pending: 'refund_due', failed: 'refund_failed' } as const

/** Stores a refund's state; false if a later update came first: `refundsFailed` tells them apart. */
export async function recordRefund(
  db: Db,
  { id, refundsFailed }: Attempt,
  refund: { id: string | null; state: keyof typeof AFTER_REFUND; error: string | null },
): Promise<boolean> {
  const recorded = await db
    .update(attempts)
    .set({
      state: AFTER_REFUND[refund.state],
      refundId: refund.id,
      refundError: refund.error,
      refundsFailed: refund.state === 'failed' ? refundsFailed + 1 : refundsFailed,
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
