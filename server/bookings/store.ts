import { and, between, count, eq, inArray, isNotNull, isNull, like, ne, or, type SQL, sql } from 'drizzle-orm'
import type { BookingSearch, BookingState } from '#contract/booking-search.ts'
import type { Booking, Shipment } from '#contract/bookings.ts'
import { toDollars } from '#contract/money.ts'
import { MINIMUM_ORDER } from '#contract/order-quantity.ts'
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/total-limits.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { contains, startsWithPattern } from '../database/like-patterns.ts'
import { newestFirst } from '../database/newest-first.ts'
import { firstCheck } from '../database/next-check.ts'
import { bookings, shipments } from '../database/schema.ts'

type ShipmentRow = typeof shipments.$inferSelect
export type BookingRow = typeof bookings.$inferSelect & { shipment?: ShipmentRow | null }
type Db = Database | Transaction

const UNPAID = ['open', 'closing', 'lapsed'] as const
const UNPAID_LIST = UNPAID.map((state) => `'${state}'`).join(', ')

type BookingColumns = Pick<
  BookingRow,
  | 'id'
  | 'productId'
  | 'product'
  | 'orders'
  | 'email'
  | 'name'
  | 'priceCents'
  | 'phone'
  | 'address'
  | 'state'
  | 'transictionId'
  | 'held'
  | 'createdAt'
  | 'shipment'
>

export const toBooking = (row: BookingColumns): Booking => ({
  _id: row.id,
  orderId: row.productId,
  product: row.product,
  orders: row.orders,
  email: row.email,
  name: row.name,
  price: toDollars(row.priceCents),
  phone: row.phone,
  address: row.address,
  paid: row.state === 'paid',
  ...(row.transictionId && { transictionId: row.transictionId }),
  held: row.held,
  createdAt: row.createdAt.toISOString(),
  ...(row.shipment && { shipment: toShipment(row.shipment) }),
})

const toShipment = ({ carrier, number, sentOn }: ShipmentRow): Shipment => ({ carrier, number, sentOn })

export type NewBookingRow = {
  id: string
  productId: string
  userId: string
  email: string
  name: string
  orders: number
  phone: string
  address: string
  idempotencyKey: string | null
  holdHours: number
  openOrderLimit: number
  /** Of the mail that tells the customer; null when nobody gets mail. */
  mailId: string | null
  emailVerified: boolean
}

// Taking the units and writing the booking and its mail are one statement: nothing can come between them, and no lock is held
// across a round trip. An unverified customer's row is locked, so that a verification at the same moment is not missed.
const PLACE = {
  name: 'place_booking',
  text: `
    with unpaid as (
      select count(*)::int as count from bookings where user_id = $3 and state in (${UNPAID_LIST})
    ), taken as (
      update products set quantity = quantity - $6::int
      where id = $2 and deleted_at is null and quantity > $6::int and $6::int >= greatest(minimum, ${MINIMUM_ORDER})
        and price_cents::bigint * $6::int between ${MIN_TOTAL_CENTS} and ${MAX_TOTAL_CENTS}
        and (select count from unpaid) < $11::int
      returning id, name, price_cents
    ), told as (
      insert into mails (id, kind, user_id, email, name, data, due_at)
      select $12, 'order-received', $3, $4, $5, jsonb_build_object('bookingId', $1::uuid), case when $13::boolean then now()
        when (select email_verified_at from users where id = $3 for share) is not null then now() end
      from taken where $12::uuid is not null
    )
    insert into bookings (id, product_id, user_id, email, name, orders, phone, address, idempotency_key, hold_until,
                          product, unit_cents, price_cents)
    select $1, taken.id, $3, $4, $5, $6::int, $7, $8, $9, now() + make_interval(secs => $10::float8 * 3600),
           taken.name, taken.price_cents, taken.price_cents * $6::int
    from taken
    returning product_id as "productId", product, price_cents as "priceCents", created_at as "createdAt",
              (select count from unpaid) as "otherUnpaid"`,
}

type Written = Pick<BookingRow, 'productId' | 'product' | 'priceCents' | 'createdAt'> & {
  otherUnpaid: number
}
const NEW = { state: 'open', held: true, transictionId: null, shipment: null } as const

/**
 * The new booking and how many unpaid ones the customer had before it; null when the product, its stock or the customer's
 * limit does not allow it.
 */
export async function place(
  db: Database,
  placing: NewBookingRow,
): Promise<{ booking: Booking; otherUnpaid: number } | null> {
  const { id, productId, userId, email, name, orders, phone, address } = placing
  const { idempotencyKey, holdHours, openOrderLimit, mailId, emailVerified } = placing
  const sent = [id, productId, userId, email, name, orders, phone, address]
  const values = [...sent, idempotencyKey, holdHours, openOrderLimit, mailId, emailVerified]
  const { rows } = await db.$client.query<Written>({ ...PLACE, values })
  if (!rows[0]) return null
  const { otherUnpaid, ...written } = rows[0]
  return { booking: toBooking({ ...placing, ...written, ...NEW }), otherUnpaid }
}

export async function find(db: Db, id: string): Promise<BookingRow | null> {
  const [row] = await withShipment(db).where(eq(bookings.id, id))
  return row ? { ...row.booking, shipment: row.shipment } : null
}

const withShipment = (db: Db) =>
  db
    .select({ booking: bookings, shipment: shipments })
    .from(bookings)
    .leftJoin(shipments, eq(shipments.bookingId, bookings.id))

export async function lock(tx: Transaction, id: string): Promise<BookingRow | null> {
  const [row] = await tx.select().from(bookings).where(eq(bookings.id, id)).for('update')
  return row ?? null
}

export async function findByIdempotencyKey(
  db: Db,
  userId: string,
  idempotencyKey: string,
): Promise<BookingRow | null> {
  const [row] = await db
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, userId), eq(bookings.idempotencyKey, idempotencyKey)))
  return row ?? null
}

export async function findUnpaidByPrice(db: Db, userId: string, priceCents: number): Promise<BookingRow[]> {
  return db
    .select()
    .from(bookings)
    .where(
      and(eq(bookings.userId, userId), eq(bookings.priceCents, priceCents), inArray(bookings.state, UNPAID)),
    )
    .limit(2)
}

export async function listUnpaidIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), inArray(bookings.state, UNPAID)))
  return rows.map(({ id }) => id)
}

export async function countUnpaid(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ unpaid: count() })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), inArray(bookings.state, UNPAID)))
  return row?.unpaid ?? 0
}

const newest = newestFirst({
  select: (db) => withShipment(db).$dynamic(),
  moment: bookings.createdAt,
  key: bookings.id,
  keyOf: ({ booking }) => booking.id,
  show: ({ booking, shipment }) => toBooking({ ...booking, shipment }),
})
const notDeleted = ne(bookings.state, 'deleted')

export const listOwn = (db: Db, userId: string) =>
  newest.all(db, and(notDeleted, eq(bookings.userId, userId)))

export const listInBatches = (db: Db, size?: number) => newest.inBatches(db, notDeleted, size)

const IN_STATE = {
  unpaid: inArray(bookings.state, UNPAID),
  'to-ship': and(eq(bookings.state, 'paid'), isNull(shipments.bookingId)),
  shipped: and(eq(bookings.state, 'paid'), isNotNull(shipments.bookingId)),
} satisfies Record<BookingState, SQL | undefined>

export const search = (db: Db, { q, state, ...page }: BookingSearch & { limit: number }) =>
  newest.page(
    db,
    page,
    and(notDeleted, state ? IN_STATE[state] : undefined, q ? matchesSearch(db, q) : undefined),
  )

/** Shipments whose tracking number starts with the search text; beyond this many the search is too vague to be meant. */
const MAX_SHIPMENTS_FOUND = 50
// Each of these has an index.
function matchesSearch(db: Db, q: string) {
  const sent = db
    .select({ id: shipments.bookingId })
    .from(shipments)
    .where(like(sql`lower(${shipments.number})`, startsWithPattern(q)))
    .limit(MAX_SHIPMENTS_FOUND)
  return or(contains(bookings.searchText, q), sql`${bookings.id} = any(array${sent})`, idStartsWith(q))
}

function idStartsWith(q: string) {
  const digits = q.replaceAll('-', '')
  return /^[\da-f]{1,32}$/.test(digits)
    ? between(bookings.id, digits.padEnd(32, '0'), digits.padEnd(32, 'f'))
    : undefined
}

/** Replaces an earlier record, including who made it and when. */
export async function recordShipment(db: Db, bookingId: string, shipment: Shipment, recordedBy: string) {
  const recorded = { ...shipment, recordedBy, recordedAt: sql`now()` }
  await db
    .insert(shipments)
    .values({ bookingId, ...recorded })
    .onConflictDoUpdate({ target: shipments.bookingId, set: recorded })
}

/** From now on no new payment can begin; an open page may still finish its own. */
export async function markDeleting(db: Db, id: string, by: string): Promise<boolean> {
  const closing = await db
    .update(bookings)
    .set({ state: 'closing', closingTo: 'deleted', deletedBy: by, dueAt: firstCheck, checks: 0 })
    .where(and(eq(bookings.id, id), inArray(bookings.state, UNPAID)))
    .returning({ id: bookings.id })
  return closing.length > 0
}

export async function markPaid(tx: Transaction, id: string, transictionId: string) {
  await tx
    .update(bookings)
    .set({ state: 'paid', closingTo: null, deletedBy: null, transictionId, paidAt: sql`now()` })
    .where(eq(bookings.id, id))
}
