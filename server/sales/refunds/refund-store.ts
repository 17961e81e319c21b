import { and, asc, desc, eq, exists, inArray, isNotNull, lte, ne, or, sql, sum } from 'drizzle-orm'
import { isId } from '#contract/formats/fields.ts'
import { toDollars } from '#contract/formats/money.ts'
import type { Refund as ListedRefund } from '#contract/sales/refunds.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { nextCheck } from '../../platform/database/queries/next-check.ts'
import {
  paymentAttempts as attempts,
  bookings,
  disputes,
  documents,
  refunds,
} from '../../platform/database/schema.ts'

type Db = Database | Transaction
type Row = typeof refunds.$inferSelect
/** With the intent that is given back; null when the order was paid by bank. */
export type Refund = Row & { intentId: string | null }
type Outcome = { id: string | null; state: 'succeeded' | 'pending' | 'failed'; error: string | null }
type NewRefund = Pick<Row, 'bookingId' | 'attemptId' | 'amountCents' | 'source' | 'reason'> &
  Partial<Pick<Row, 'restock' | 'requestedBy' | 'providerKey' | 'dueAt'>>

const MAX_FAILED_REFUNDS = 10
const FIRST_PAUSE_MS = 180_000
const DAY_MS = 86_400_000
const CHECKED_DAYS = 35
const MAX_SUCCEEDED_LISTED = 200

export async function add(tx: Transaction, refund: NewRefund): Promise<Refund> {
  const id = newId()
  await tx.insert(refunds).values({ id, providerKey: `refund-${id}`, ...refund })
  return (await find(tx, id)) as Refund
}

const select = (db: Db) =>
  db
    .select({ refund: refunds, intentId: attempts.intentId })
    .from(refunds)
    .leftJoin(attempts, eq(attempts.id, refunds.attemptId))

async function findOne(db: Db, which: ReturnType<typeof and>): Promise<Refund | null> {
  const [row] = await select(db).where(which).limit(1)
  return row ? { ...row.refund, intentId: row.intentId } : null
}

export const find = (db: Db, id: string) => findOne(db, eq(refunds.id, id))

/** The refund of a payment that bought nothing. */
export const findUnapplied = (db: Db, attemptId: string) =>
  findOne(db, and(eq(refunds.attemptId, attemptId), eq(refunds.source, 'unapplied')))

/** By the provider's id, or by ours, which its metadata names; metadata can hold any text. */
export async function findReported(
  tx: Transaction,
  attemptId: string,
  { id, refundId }: { id: string; refundId: string | undefined },
): Promise<Refund | null> {
  const known = await findOne(tx, eq(refunds.providerId, id))
  if (known || !isId(refundId)) return known
  return findOne(tx, and(eq(refunds.id, refundId), eq(refunds.attemptId, attemptId)))
}

/** To be made or asked about: a bank may return one weeks later. */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(lte(refunds.dueAt, now))
    .orderBy(asc(refunds.dueAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/**
 * When a refund is next made or asked about: a completed one daily for five weeks, a failed one after a pause that each failure
 * doubles. One that has failed too often is left to the admin, who may have paid the customer another way, and so is one that
 * was made in the provider's dashboard.
 */
function nextDue(refund: Row, outcome: Outcome, failures: number, now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms)
  if (outcome.state === 'pending') return nextCheck(now, refunds.checks)
  if (outcome.state === 'failed')
    return refund.source === 'provider' || failures >= MAX_FAILED_REFUNDS
      ? null
      : after(FIRST_PAUSE_MS * 2 ** failures)
  const settledAt = refund.state === 'succeeded' && refund.settledAt ? refund.settledAt : now
  const isChecked = outcome.id && refund.source !== 'dispute' && settledAt > after(-CHECKED_DAYS * DAY_MS)
  return isChecked ? after(DAY_MS) : null
}

/** Which refunds an outcome changes. What was made without the provider does not fail because its own attempts did. */
const APPLIES_TO = {
  pending: ne(refunds.state, 'succeeded'),
  failed: or(ne(refunds.state, 'succeeded'), isNotNull(refunds.providerId)),
  succeeded: undefined,
}

/** Stores what became of a refund; false if a later update came first: `failures` tells them apart. */
export async function record(tx: Transaction, refund: Row, outcome: Outcome, now: Date): Promise<boolean> {
  const failures = refund.failures + (outcome.state === 'failed' ? 1 : 0)
  const { rowCount } = await tx
    .update(refunds)
    .set({
      state: outcome.state === 'pending' ? 'due' : outcome.state,
      providerId: outcome.id,
      error: outcome.error,
      failures,
      dueAt: nextDue(refund, outcome, failures, now),
      checks: sql`${refunds.checks} + 1`,
      ...(outcome.state === 'succeeded' && {
        settledAt: sql`case when state = 'succeeded' then settled_at else ${now.toISOString()}::timestamptz end`,
      }),
    })
    .where(and(eq(refunds.id, refund.id), eq(refunds.failures, refund.failures), APPLIES_TO[outcome.state]))
  return rowCount === 1
}

/** False when it has not failed. */
export async function makeFailedDue(tx: Transaction, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ dueAt: new Date() })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'failed')))
  return rowCount === 1
}

/**
 * Sums up the refunds of a locked booking: those that were made or may still be, not those given up without a credit note. What
 * the provider has done in the meantime may exceed the price together with what was asked for here; the booking keeps the price.
 */
export async function recount(tx: Transaction, bookingId: string): Promise<number> {
  const { rows } = await tx.execute<{ cents: string }>(sql`
    with counted as (
      select coalesce(sum(amount_cents), 0) as cents from ${refunds}
      where booking_id = ${bookingId} and source <> 'unapplied' and (state <> 'failed' or due_at is not null
        or exists (select from ${documents} where refund_id = ${refunds.id}))
    )
    update ${bookings} set refunded_cents = least(price_cents, counted.cents) from counted
    where ${bookings.id} = ${bookingId} returning counted.cents`)
  return Number(rows[0]?.cents ?? 0)
}

/** What was given back of a booking, or is on its way; not what the provider has refused so far. */
export async function sumMade(tx: Transaction, bookingId: string): Promise<number> {
  const isOnItsWay = and(ne(refunds.state, 'failed'), isNotNull(refunds.providerId))
  const hasNote = exists(tx.select().from(documents).where(eq(documents.refundId, refunds.id)))
  const [row] = await tx
    .select({ cents: sum(refunds.amountCents) })
    .from(refunds)
    .where(
      and(
        eq(refunds.bookingId, bookingId),
        ne(refunds.source, 'unapplied'),
        or(eq(refunds.state, 'succeeded'), isOnItsWay, hasNote),
      ),
    )
  return Number(row?.cents ?? 0)
}

/** What the credit notes of a booking add up to. */
export async function sumCreditNotes(tx: Transaction, bookingId: string): Promise<number> {
  const [row] = await tx
    .select({ cents: sum(documents.totalCents) })
    .from(documents)
    .where(and(eq(documents.bookingId, bookingId), eq(documents.kind, 'credit-note')))
  return Number(row?.cents ?? 0)
}

export async function hasCreditNote(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.$count(documents, eq(documents.refundId, id))) > 0
}

const LISTED_STATES = { due: 'refund_due', succeeded: 'refunded', failed: 'refund_failed' } as const

/** Everything that is not finished, and the last that are. */
export async function list(db: Db): Promise<ListedRefund[]> {
  const lastSucceeded = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.state, 'succeeded'))
    .orderBy(desc(refunds.id))
    .limit(MAX_SUCCEEDED_LISTED)
  const rows = await db
    .select({ refund: refunds, booking: bookings, intentId: attempts.intentId })
    .from(refunds)
    .innerJoin(bookings, eq(bookings.id, refunds.bookingId))
    .leftJoin(attempts, eq(attempts.id, refunds.attemptId))
    .where(or(ne(refunds.state, 'succeeded'), inArray(refunds.id, lastSucceeded)))
    .orderBy(desc(refunds.createdAt), desc(refunds.id))
  return rows.map(({ refund, booking, intentId }) => ({
    _id: refund.id,
    bookingId: booking.id,
    product: booking.product,
    email: booking.email,
    amount: toDollars(refund.amountCents),
    transictionId: intentId ?? booking.transictionId ?? '',
    state: LISTED_STATES[refund.state],
    reason: refund.reason,
    ...(refund.error && { error: refund.error }),
  }))
}

type Dispute = Pick<typeof disputes.$inferSelect, 'id' | 'bookingId' | 'amountCents' | 'reason' | 'state'>

/** False when nothing is new: the provider redelivers, and a closed dispute is not opened again by an old event. */
export async function recordDispute(tx: Transaction, dispute: Dispute): Promise<boolean> {
  const closedAt = dispute.state === 'open' ? null : sql`now()`
  const { rowCount } = await tx
    .insert(disputes)
    .values({ ...dispute, closedAt })
    .onConflictDoUpdate({
      target: disputes.id,
      set: { state: dispute.state, closedAt },
      setWhere: and(eq(disputes.state, 'open'), sql`excluded.state <> 'open'`),
    })
  return rowCount === 1
}
