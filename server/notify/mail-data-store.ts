import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../platform/database/connect.ts'
import {
  bookings,
  disputes,
  documents,
  feedback,
  products,
  refunds,
  shipments,
  users,
} from '../platform/database/schema.ts'
import { bookingColumns } from '../platform/database/tables/booking-columns.ts'
import type { IssuedDocument } from '../sales/documents/store.ts'

const LOW_STOCK_LISTED = 20

export type BookingFacts = typeof bookings.$inferSelect & {
  shipment: typeof shipments.$inferSelect | null
  invoice: IssuedDocument | null
}

export async function findBooking(db: Database, id: string): Promise<BookingFacts | null> {
  const [row] = await db
    .select({ bookings: bookingColumns, shipments, documents })
    .from(bookings)
    .leftJoin(shipments, eq(shipments.bookingId, bookings.id))
    .leftJoin(documents, and(eq(documents.bookingId, bookings.id), eq(documents.kind, 'invoice')))
    .where(eq(bookings.id, id))
  return row
    ? { ...row.bookings, shipment: row.shipments, invoice: row.documents as IssuedDocument | null }
    : null
}

export type RefundFacts = {
  booking: BookingFacts
  amountCents: number
  state: string
  /** How the money came back. */
  by: 'card' | 'bank' | 'dispute' | 'other'
  /** Whether the shop makes it again by itself when it fails. */
  isRetried: boolean
  reason: string
  error: string
  creditNote: IssuedDocument | null
}

function howMade({ source, attemptId, providerId }: typeof refunds.$inferSelect): RefundFacts['by'] {
  if (source === 'dispute') return 'dispute'
  if (!attemptId) return 'bank'
  return providerId ? 'card' : 'other'
}

export async function findRefund(db: Database, id: string): Promise<RefundFacts | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .leftJoin(documents, eq(documents.refundId, refunds.id))
    .where(eq(refunds.id, id))
  const booking = row && (await findBooking(db, row.refunds.bookingId))
  if (!booking) return null
  const { amountCents, state, reason, error, source } = row.refunds
  return {
    booking,
    amountCents,
    state,
    by: howMade(row.refunds),
    isRetried: source !== 'provider',
    reason,
    error: error ?? '',
    creditNote: row.documents as IssuedDocument | null,
  }
}

export type DisputeFacts = Pick<typeof disputes.$inferSelect, 'amountCents' | 'reason' | 'state'> & {
  booking: BookingFacts
}

export async function findDispute(db: Database, id: string): Promise<DisputeFacts | null> {
  const [dispute] = await db.select().from(disputes).where(eq(disputes.id, id))
  const booking = dispute && (await findBooking(db, dispute.bookingId))
  return booking ? { ...dispute, booking } : null
}

export type AdminFacts = Record<'admin' | 'by', Pick<typeof users.$inferSelect, 'name' | 'email'>>

export async function findAdmin(db: Database, id: string, by: string): Promise<AdminFacts | null> {
  const people = await db
    .select()
    .from(users)
    .where(inArray(users.id, [id, by]))
  const [admin, actor] = [id, by].map((key) => people.find((person) => person.id === key))
  return admin && actor ? { admin, by: actor } : null
}

export type FeedbackFacts = Pick<typeof feedback.$inferSelect, 'name' | 'email' | 'feedback'>

export async function findFeedback(db: Database, id: string): Promise<FeedbackFacts | null> {
  const [row] = await db.select().from(feedback).where(eq(feedback.id, id))
  return row ?? null
}

export type LowStockFacts = { total: number; scarcest: { name: string; quantity: number }[] }

export async function listLowStock(db: Database): Promise<LowStockFacts> {
  const low = sql`low_stock and deleted_at is null`
  const scarcest = await db
    .select({ name: products.name, quantity: products.quantity })
    .from(products)
    .where(low)
    .orderBy(products.quantity, products.name)
    .limit(LOW_STOCK_LISTED)
  return { total: await db.$count(products, low), scarcest }
}
