import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bookings } from './bookings.ts'
import { bytea, referenceTo, timestamptz } from './columns.ts'
import { refunds } from './payments.ts'

/** Invoices and credit notes: written once, in the transaction that records the payment or the refund, and never changed. */
export const documents = pgTable(
  'documents',
  {
    /** As it is printed: 2026-000017, C-2026-000003, TEST-2026-000001. */
    number: text().primaryKey(),
    kind: text({ enum: ['invoice', 'credit-note'] }).notNull(),
    bookingId: referenceTo('booking_id', () => bookings.id),
    refundId: uuid('refund_id').references(() => refunds.id),
    totalCents: integer('total_cents').notNull(),
    /** Contained in the total. */
    taxCents: integer('tax_cents').notNull(),
    /** All that is printed beside number, date and amounts. */
    data: jsonb().notNull(),
    issuedAt: timestamptz('issued_at').notNull(),
    /** Made from the data when it is first needed, and kept: the same bytes for ever. */
    pdf: bytea(),
  },
  (t) => [
    check('documents_kind', sql`(${t.kind} = 'credit-note') = (${t.refundId} is not null)`),
    check('documents_amounts', sql`${t.totalCents} > 0 and ${t.taxCents} between 0 and ${t.totalCents}`),
    uniqueIndex('documents_invoice').on(t.bookingId).where(sql`kind = 'invoice'`),
    uniqueIndex('documents_credit_note').on(t.refundId),
    index('documents_of_booking').on(t.bookingId),
  ],
)

/** The last number given in each series. Its row is locked until the number's transaction has committed: no gaps. */
export const documentCounters = pgTable('document_counters', {
  series: text().primaryKey(),
  year: integer().notNull(),
  last: integer().notNull(),
})

/** Numbers that were given before a restore and whose documents are not in the backup. */
export const lostNumbers = pgTable('lost_numbers', {
  series: text().notNull(),
  year: integer().notNull(),
  first: integer().notNull(),
  last: integer().notNull(),
  recordedAt: timestamptz('recorded_at').notNull().defaultNow(),
})
