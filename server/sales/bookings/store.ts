import { and, count, eq, gte, inArray, isNotNull, isNull, lt, ne, type SQL, sql } from 'drizzle-orm'
import { toDollars } from '#contract/formats/money.ts'
import type { BookingSearch, BookingState } from '#contract/sales/booking-search.ts'
import type { Booking, OrderRefund, PurchaseOrder, Shipment } from '#contract/sales/bookings.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { endOfDay } from '../../platform/database/queries/end-of-day.ts'
import { newestFirst, type Select } from '../../platform/database/queries/newest-first.ts'
import { firstCheck } from '../../platform/database/queries/next-check.ts'
import {
  bookings,
  disputes,
  documents,
  products,
  refunds,
  shipments,
} from '../../platform/database/schema.ts'
import { bookingColumns } from '../../platform/database/tables/booking-columns.ts'
import { matchesSearch } from './search-store.ts'

type ShipmentRow = typeof shipments.$inferSelect
/** As PostgreSQL writes it into JSON. */
type RefundOfBooking = Omit<OrderRefund, 'amount' | 'creditNote'> & {
  cents: number
  creditNote: string | null
}
type DisputeOfBooking = { cents: number; reason: string; state: 'open' | 'won' | 'lost'; createdAt: string }
/** What belongs to a paid booking. */
type Related = {
  invoice?: string | undefined
  /** Oldest first. */
  refunds?: RefundOfBooking[] | undefined
  /** An open one, otherwise the newest. */
  dispute?: DisputeOfBooking | undefined
}
/** With what belongs to it, where that was read, too. */
export type BookingRow = typeof bookings.$inferSelect &
  Related & { shipment?: ShipmentRow | null; image?: string | null }
export type PaymentOfBooking = { transictionId: string } & Partial<
  Pick<BookingRow, 'bankReference' | 'bankReceivedOn' | 'bankRecordedBy'>
>
type Db = Database | Transaction
const DAY_MS = 86_400_000

const ANONYMIZED_AT_ONCE = 1_000
export const UNPAID = ['open', 'closing', 'lapsed'] as const
/** States in which an order's units are back on sale. */
export const GIVEN_UP = ['lapsed', 'deleted'] as const

const toShown = <T extends { cents: number; createdAt: string }>({ cents, createdAt, ...rest }: T) => ({
  ...rest,
  amount: toDollars(cents),
  createdAt: new Date(createdAt).toISOString(),
})
const toRefund = ({ creditNote, ...refund }: RefundOfBooking): OrderRefund => ({
  ...toShown(refund),
  ...(creditNote && { creditNote }),
})

type UnusedColumn =
  | 'userId'
  | 'closingTo'
  | 'heldAgain'
  | 'heldSince'
  | 'network'
  | 'wideNetwork'
  | 'bankRecordedBy'
  | 'refundedCents'
  | 'dueAt'
  | 'checks'
  | 'deletedAt'
  | 'deletedBy'
  | 'searchText'
  | 'dispute'

/** As its owner sees it. */
export const toBooking = (row: Omit<BookingRow, UnusedColumn>): Booking => ({
  _id: row.id,
  number: row.number,
  orderId: row.productId,
  product: row.product,
  ...(row.sku && { sku: row.sku }),
  ...(row.image && { image: row.image }),
  orders: row.orders,
  email: row.email,
  name: row.name,
  unitPrice: toDollars(row.unitCents),
  price: toDollars(row.priceCents),
  phone: row.phone,
  address: row.address,
  paid: row.state === 'paid',
  ...(row.transictionId && { transictionId: row.transictionId }),
  ...(row.paidAt && { paidAt: row.paidAt.toISOString() }),
  ...(row.purchaseOrder && { purchaseOrder: row.purchaseOrder }),
  ...(row.billTo && { billTo: row.billTo }),
  ...(row.invoice && { invoice: row.invoice }),
  ...(row.bankChosenAt && row.state !== 'paid' && { byBank: true }),
  ...(row.bankReference &&
    row.bankReceivedOn && {
      bankPayment: { reference: row.bankReference, receivedOn: row.bankReceivedOn },
    }),
  ...(row.refunds && { refunds: row.refunds.map(toRefund) }),
  ...(row.restocked > 0 && { restocked: row.restocked }),
  held: row.held,
  ...(row.held && row.state !== 'paid' && { heldUntil: row.holdUntil.toISOString() }),
  createdAt: row.createdAt.toISOString(),
  ...(row.shipment && { shipment: toShipment(row.shipment) }),
})

/** Disputes are the shop's own business. */
export const toAdminBooking = ({ dispute, ...row }: BookingRow): Booking => ({
  ...toBooking(row),
  ...(dispute && { disputed: toShown(dispute) }),
})

const toShipment = ({ carrier, number, sentOn }: ShipmentRow): Shipment => ({
  carrier,
  ...(number && { number }),
  sentOn,
})

export async function find(db: Db, id: string): Promise<BookingRow | null> {
  return findOne(db, eq(bookings.id, id))
}

async function findOne(db: Db, which: SQL | undefined): Promise<BookingRow | null> {
  const [row] = await addRelated(db, await withShipment(db).where(which))
  return row ? toRow(row) : null
}

/** Left joins, which cost nothing where rows are only counted. */
const withShipment = (db: Db) =>
  db
    .select({ booking: bookingColumns, shipment: shipments, image: products.image })
    .from(bookings)
    .leftJoin(shipments, eq(shipments.bookingId, bookings.id))
    .leftJoin(products, eq(products.id, bookings.productId))

type Read = Awaited<ReturnType<typeof withShipment>>[number] & { related?: Related }
const toRow = ({ booking, related, ...joined }: Read): BookingRow => ({ ...booking, ...joined, ...related })

/** In one statement for all of them, and none for unpaid ones. */
async function addRelated(db: Db, rows: Read[]): Promise<Read[]> {
  const paid = rows.filter(({ booking }) => booking.state === 'paid').map(({ booking }) => booking.id)
  if (paid.length === 0) return rows
  const ids = sql`any(${sql.param(paid)}::uuid[])`
  // A refund that failed is pending as long as it is tried again.
  const found = await db.execute<{
    id: string
    invoice?: string
    refund?: RefundOfBooking
    dispute?: DisputeOfBooking
  }>(sql`
    select booking_id as id, number as invoice, null::json as refund, null::json as dispute from ${documents}
    where kind = 'invoice' and booking_id = ${ids}
    union all
    select ${refunds.bookingId}, null, json_build_object('_id', ${refunds.id}, 'cents', amount_cents, 'state', case
        when state = 'failed' and due_at is null then 'failed' when state = 'succeeded' then 'succeeded' else 'pending' end,
      'creditNote', ${documents.number}, 'createdAt', created_at), null
    from ${refunds} left join ${documents} on refund_id = ${refunds.id}
    where ${refunds.bookingId} = ${ids} and source <> 'unapplied'
    union all
    select booking_id, null, null,
      json_build_object('cents', amount_cents, 'reason', reason, 'state', state, 'createdAt', created_at)
    from ${disputes} where booking_id = ${ids}`)
  const relatedTo = new Map<string, Related>()
  for (const { id, invoice, refund, dispute } of found.rows.sort(byAge)) {
    const related = relatedTo.get(id) ?? {}
    relatedTo.set(id, related)
    if (invoice) related.invoice = invoice
    if (refund) related.refunds = [...(related.refunds ?? []), refund]
    if (dispute && related.dispute?.state !== 'open') related.dispute = dispute
  }
  return rows.map((row) => ({ ...row, related: relatedTo.get(row.booking.id) ?? {} }))
}

type Aged = { refund?: RefundOfBooking; dispute?: DisputeOfBooking }
const ageOf = ({ refund, dispute }: Aged) => `${(refund ?? dispute)?.createdAt} ${refund?._id}`
const byAge = (one: Aged, other: Aged) => (ageOf(one) < ageOf(other) ? -1 : 1)

export async function lock(tx: Transaction, id: string): Promise<BookingRow | null> {
  const [row] = await tx.select(bookingColumns).from(bookings).where(eq(bookings.id, id)).for('update')
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

/** How many orders a customer has placed within a day, whatever became of them; counts no further than `most`. */
export async function countOfLastDay(db: Db, userId: string, most: number): Promise<number> {
  const ofLastDay = db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), sql`${bookings.createdAt} > now() - interval '1 day'`))
    .limit(most)
  return db.$count(ofLastDay.as('today'))
}

export async function countUnpaid(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ unpaid: count() })
    .from(bookings)
    .where(and(eq(bookings.userId, userId), inArray(bookings.state, UNPAID)))
  return row?.unpaid ?? 0
}

const newest = (show: (row: BookingRow) => Booking) =>
  newestFirst({
    select: (db): Select<Read> => withShipment(db).$dynamic(),
    complete: addRelated,
    moment: bookings.createdAt,
    key: bookings.id,
    keyOf: ({ booking }) => booking.id,
    show: (row) => show(toRow(row)),
  })
export const notDeleted = ne(bookings.state, 'deleted')

export const listOwn = (db: Db, userId: string) =>
  newest(toBooking).all(db, and(notDeleted, eq(bookings.userId, userId)))

export const listDeleted = (db: Db, userId: string) =>
  newest(toBooking).all(db, and(eq(bookings.state, 'deleted'), eq(bookings.userId, userId)))

export const listInBatches = (db: Db, size?: number) => newest(toAdminBooking).inBatches(db, notDeleted, size)

/** Those placed between two days of a time zone, both included. */
export const listBetween = (
  db: Db,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
) =>
  newest(toAdminBooking).inBatches(
    db,
    and(
      notDeleted,
      from ? gte(bookings.createdAt, endOfDay(dayBefore(from), timeZone)) : undefined,
      to ? lt(bookings.createdAt, endOfDay(to, timeZone)) : undefined,
    ),
  )

const dayBefore = (date: string) => new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10)

const IN_STATE = {
  unpaid: inArray(bookings.state, UNPAID),
  'to-ship': and(
    eq(bookings.state, 'paid'),
    isNull(shipments.bookingId),
    lt(bookings.refundedCents, bookings.priceCents),
  ),
  shipped: and(eq(bookings.state, 'paid'), isNotNull(shipments.bookingId)),
  disputed: sql`exists (select from disputes where booking_id = ${bookings.id} and disputes.state = 'open')`,
} satisfies Record<BookingState, SQL | undefined>

export const search = (db: Db, { q, state, ...page }: BookingSearch & { limit: number }) =>
  newest(toAdminBooking).page(
    db,
    page,
    and(notDeleted, state ? IN_STATE[state] : undefined, q ? matchesSearch(db, q) : undefined),
  )

/** Replaces an earlier record, including who made it and when. */
export async function recordShipment(db: Db, bookingId: string, shipment: Shipment, recordedBy: string) {
  const recorded = { ...shipment, number: shipment.number || null, recordedBy, recordedAt: sql`now()` }
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

/** Of orders that came to nothing, what was bought stays, and who wanted it goes with their account once all refunds are made. */
export async function anonymizeDeleted(db: Database) {
  // In batches: one statement for many orders would run into its time limit, and undo all of them.
  for (let done = ANONYMIZED_AT_ONCE; done === ANONYMIZED_AT_ONCE; ) {
    const { rowCount } = await db.execute(sql`
      with named as (
        select bookings.id, users.name, users.email from bookings join users on users.id = user_id
        where users.deleted_by in ('leaving', 'left') and bookings.state in ('deleted', 'lapsed') and bookings.email <> users.email
          and not exists (select from refunds where booking_id = bookings.id and refunds.state <> 'succeeded')
        limit ${ANONYMIZED_AT_ONCE}
      )
      update bookings set name = named.name, email = named.email, phone = '', address = '', purchase_order = null,
        bill_to = null, deleted_by = nullif(bookings.deleted_by, bookings.email)
      from named where named.id = bookings.id`)
    done = rowCount ?? 0
  }
}

export async function markPaid(tx: Transaction, id: string, payment: PaymentOfBooking, paidAt: Date) {
  await tx
    .update(bookings)
    .set({
      state: 'paid',
      closingTo: null,
      deletedBy: null,
      network: null,
      wideNetwork: null,
      ...payment,
      paidAt,
    })
    .where(eq(bookings.id, id))
}

/** What is not given stays, an empty text removes; false when the booking is paid. */
export async function setPurchaseOrder(
  db: Db,
  id: string,
  { purchaseOrder, billTo }: PurchaseOrder,
): Promise<boolean> {
  const { rowCount } = await db
    .update(bookings)
    .set({
      id,
      ...(purchaseOrder !== undefined && { purchaseOrder: purchaseOrder || null }),
      ...(billTo !== undefined && { billTo: billTo || null }),
    })
    .where(and(eq(bookings.id, id), inArray(bookings.state, UNPAID)))
  return rowCount === 1
}
