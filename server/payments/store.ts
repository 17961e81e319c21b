import { and, asc, count, desc, eq, gt, inArray, isNull, lt, max, sql } from 'drizzle-orm'
import { id as idSchema } from '#contract/fields.ts'
import { toDollars } from '#contract/money.ts'
import type { Refund } from '#contract/payments.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { paymentAttempts as attempts, bookings, paymentDeclines, paymentEvents } from '../database/schema.ts'

export type Attempt = typeof attempts.$inferSelect
type Db = Database | Transaction

const REFUNDING = ['refund_due', 'refunded', 'refund_failed'] as const

export async function findOpen(db: Db, bookingId: string): Promise<Attempt[]> {
  return db
    .select()
    .from(attempts)
    .where(and(eq(attempts.bookingId, bookingId), eq(attempts.state, 'open')))
    .orderBy(asc(attempts.number))
}

export async function begin(
  tx: Transaction,
  bookingId: string,
  amountCents: number,
  address: string,
): Promise<Attempt> {
  const [last] = await tx
    .select({ number: max(attempts.number) })
    .from(attempts)
    .where(eq(attempts.bookingId, bookingId))
  const [attempt] = await tx
    .insert(attempts)
    .values({ id: newId(), bookingId, number: (last?.number ?? 0) + 1, amountCents, address })
    .returning()
  return attempt as Attempt
}

export async function find(db: Db, id: string): Promise<Attempt | null> {
  const [row] = await db.select().from(attempts).where(eq(attempts.id, id))
  return row ?? null
}

/** The attempt an intent names in its metadata; anything may stand there. */
export async function findNamed(db: Db, id: string | undefined): Promise<Attempt | null> {
  return idSchema.safeParse(id).success ? find(db, id as string) : null
}

export async function findByIntent(db: Db, intentId: string): Promise<Attempt | null> {
  const [row] = await db.select().from(attempts).where(eq(attempts.intentId, intentId))
  return row ?? null
}

export async function rememberIntent(db: Db, id: string, intentId: string) {
  await db
    .update(attempts)
    .set({ intentId })
    .where(and(eq(attempts.id, id), isNull(attempts.intentId)))
}

export async function setState(
  db: Db,
  id: string,
  state: Attempt['state'],
  refundReason: string | null = null,
) {
  await db.update(attempts).set({ state, refundReason, settledAt: sql`now()` }).where(eq(attempts.id, id))
}

/** Only an attempt that nothing else has happened to. */
export async function markCanceled(db: Db, id: string) {
  await db
    .update(attempts)
    .set({ state: 'canceled', settledAt: sql`now()` })
    .where(and(eq(attempts.id, id), eq(attempts.state, 'open')))
}

/** Claims attempts that nobody has looked at for a while; other instances skip what one is claiming. */
export async function claimUnfinished(db: Db, olderThanSeconds: number, most: number): Promise<Attempt[]> {
  return claim(db, and(eq(attempts.state, 'open'), quietFor(olderThanSeconds)), most)
}

/** Claims refunds that are due; a failed one waits longer after each try. */
export async function claimRefunds(db: Db, most: number): Promise<Attempt[]> {
  const waited = sql`${attempts.checkedAt} < now() - make_interval(secs => least(3600, 15 * power(2, ${attempts.refundTries})))`
  const due = and(
    inArray(attempts.state, ['refund_due', 'refund_failed']),
    sql`(${attempts.refundTries} = 0 or ${waited})`,
  )
  return claim(db, due, most)
}

async function claim(db: Db, which: ReturnType<typeof and>, most: number) {
  const due = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(which)
    .orderBy(asc(attempts.checkedAt))
    .limit(most)
    .for('update', { skipLocked: true })
  return db.update(attempts).set({ checkedAt: sql`now()` }).where(inArray(attempts.id, due)).returning()
}

const quietFor = (seconds: number) =>
  lt(attempts.checkedAt, sql`now() - make_interval(secs => ${seconds}::float8)`)

export async function recordRefund(db: Db, id: string, refund: { id: string | null; failed: string | null }) {
  await db
    .update(attempts)
    .set({
      state: refund.failed ? 'refund_failed' : 'refunded',
      refundId: refund.id,
      refundError: refund.failed,
      refundTries: sql`${attempts.refundTries} + 1`,
    })
    .where(and(eq(attempts.id, id), inArray(attempts.state, ['refund_due', 'refund_failed'])))
}

/** A refund that the bank sent back after it had been accepted. */
export async function markRefundFailed(db: Db, intentId: string, error: string) {
  await db
    .update(attempts)
    .set({ state: 'refund_failed', refundError: error })
    .where(and(eq(attempts.intentId, intentId), inArray(attempts.state, REFUNDING)))
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

export async function isEventKnown(db: Db, id: string): Promise<boolean> {
  const [row] = await db.select().from(paymentEvents).where(eq(paymentEvents.id, id))
  return row !== undefined
}

export async function recordEvent(db: Db, id: string, type: string) {
  await db.insert(paymentEvents).values({ id, type }).onConflictDoNothing()
}

/** How often a card was refused in this attempt, this one included. */
export async function recordDecline(
  db: Db,
  eventId: string,
  attempt: Attempt,
  userId: string,
): Promise<number> {
  const { id: attemptId, address } = attempt
  await db.insert(paymentDeclines).values({ eventId, attemptId, userId, address }).onConflictDoNothing()
  const [row] = await db
    .select({ declines: count() })
    .from(paymentDeclines)
    .where(eq(paymentDeclines.attemptId, attemptId))
  return row?.declines ?? 0
}

export async function countDeclines(db: Db, userId: string, address: string) {
  const lastHour = gt(paymentDeclines.createdAt, sql`now() - interval '1 hour'`)
  const [[byUser], [byAddress]] = await Promise.all([
    db
      .select({ n: count() })
      .from(paymentDeclines)
      .where(and(eq(paymentDeclines.userId, userId), lastHour)),
    db
      .select({ n: count() })
      .from(paymentDeclines)
      .where(and(eq(paymentDeclines.address, address), lastHour)),
  ])
  return { byUser: byUser?.n ?? 0, byAddress: byAddress?.n ?? 0 }
}
