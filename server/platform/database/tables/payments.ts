import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { bookings } from './bookings.ts'
import { createdAt, id, referenceTo, timestamptz } from './columns.ts'
import { users } from './people.ts'

/** Each attempt to pay a booking: one intent at the card provider. */
export const paymentAttempts = pgTable(
  'payment_attempts',
  {
    id: id(),
    bookingId: referenceTo('booking_id', () => bookings.id),
    number: integer().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The client address that started it; empty once nobody needs it any more. */
    address: text().notNull(),
    /** Where the provider sends a receipt: only an address that was verified when the attempt started. */
    receiptEmail: text('receipt_email'),
    /** Null until the provider has responded; until then the request is repeated with the same idempotency key. */
    intentId: text('intent_id').unique(),
    /** unapplied: the money came and bought nothing, so a refund returns it. */
    state: text({ enum: ['open', 'canceled', 'paid', 'unapplied'] })
      .notNull()
      .default('open'),
    /** When the provider is next asked about it; null when nothing is left to ask. */
    dueAt: timestamptz('due_at'),
    /** How often it was asked: each time doubles the pause. */
    checks: integer().notNull().default(0),
    createdAt: createdAt(),
    settledAt: timestamptz('settled_at'),
  },
  (t) => [
    unique('payment_attempts_number').on(t.bookingId, t.number),
    check('payment_attempts_amount', sql`${t.amountCents} between 50 and 99999999`),
    check('payment_attempts_state', sql`${t.state} in ('open', 'canceled', 'paid', 'unapplied')`),
    check('payment_attempts_known', sql`${t.state} in ('open', 'canceled') or ${t.intentId} is not null`),
    index('payment_attempts_due').on(t.dueAt).where(sql`due_at is not null`),
  ],
)

/** Money that goes back: of a paid order, or of a payment that bought nothing. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    bookingId: referenceTo('booking_id', () => bookings.id),
    /** Null when the order was paid by bank: then the refund is only recorded. */
    attemptId: uuid('attempt_id').references(() => paymentAttempts.id),
    amountCents: integer('amount_cents').notNull(),
    /**
     * admin: asked for in the shop. provider: made in the card provider's dashboard. dispute: the customer's bank took it back.
     * unapplied: of a payment that bought nothing; it has no credit note and does not count towards the order.
     */
    source: text({ enum: ['admin', 'provider', 'dispute', 'unapplied'] }).notNull(),
    reason: text().notNull(),
    /** How many units go back into the stock with it. */
    restock: integer().notNull().default(0),
    requestedBy: text('requested_by'),
    state: text({ enum: ['due', 'succeeded', 'failed'] })
      .notNull()
      .default('due'),
    /** What repeats the request at the provider; each failure adds its count. */
    providerKey: text('provider_key').notNull(),
    /** The provider's id of the refund, or of the lost dispute. */
    providerId: text('provider_id').unique(),
    error: text(),
    failures: integer().notNull().default(0),
    /** When it is next made or asked about; null when nothing is left to ask. */
    dueAt: timestamptz('due_at'),
    checks: integer().notNull().default(0),
    createdAt: createdAt(),
    settledAt: timestamptz('settled_at'),
  },
  (t) => [
    check('refunds_amount', sql`${t.amountCents} between 1 and 99999999`),
    check('refunds_state', sql`${t.state} in ('due', 'succeeded', 'failed')`),
    check('refunds_source', sql`${t.source} in ('admin', 'provider', 'dispute', 'unapplied')`),
    check('refunds_restock', sql`${t.restock} >= 0`),
    check('refunds_settled', sql`${t.state} <> 'succeeded' or ${t.settledAt} is not null`),
    index('refunds_of_booking').on(t.bookingId),
    index('refunds_of_attempt').on(t.attemptId),
    index('refunds_due').on(t.dueAt).where(sql`due_at is not null`),
    // What the owner's overview subtracts from the sales.
    index('refunds_made')
      .on(t.settledAt, t.amountCents)
      .where(sql`state = 'succeeded' and source <> 'unapplied'`),
  ],
)

/** A customer's bank questions a payment. */
export const disputes = pgTable(
  'disputes',
  {
    /** The provider's id. */
    id: text().primaryKey(),
    bookingId: referenceTo('booking_id', () => bookings.id),
    amountCents: integer('amount_cents').notNull(),
    reason: text().notNull(),
    state: text({ enum: ['open', 'won', 'lost'] }).notNull(),
    createdAt: createdAt(),
    closedAt: timestamptz('closed_at'),
  },
  (t) => [
    check('disputes_state', sql`${t.state} in ('open', 'won', 'lost')`),
    index('disputes_of_booking').on(t.bookingId),
  ],
)

/** Declined cards: many from one customer or one address are somebody testing stolen numbers. */
export const paymentDeclines = pgTable(
  'payment_declines',
  {
    /** The provider's event, so that a redelivery counts once. */
    eventId: text('event_id').primaryKey(),
    attemptId: referenceTo('attempt_id', () => paymentAttempts.id),
    userId: referenceTo('user_id', () => users.id),
    address: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('payment_declines_of_attempt').on(t.attemptId),
    index('payment_declines_of_user').on(t.userId, t.createdAt),
    index('payment_declines_of_address').on(t.address, t.createdAt),
  ],
)

/** Webhook events that have been processed. */
export const paymentEvents = pgTable('payment_events', {
  id: text().primaryKey(),
  type: text().notNull(),
  createdAt: createdAt(),
})
