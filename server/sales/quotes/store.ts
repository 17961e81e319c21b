import { and, count, eq, getTableColumns, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { toDollars } from '#contract/formats/money.ts'
import type { QuoteSearch, QuoteState } from '#contract/sales/quote-search.ts'
import { MAX_OPEN_QUOTES, type Quote } from '#contract/sales/quotes.ts'
import { quantityPlus } from '../../catalogue/stock/stock-store.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { endOfDay } from '../../platform/database/queries/end-of-day.ts'
import { contains } from '../../platform/database/queries/like-patterns.ts'
import { newestFirst } from '../../platform/database/queries/newest-first.ts'
import { products, quotes, users } from '../../platform/database/schema.ts'

export type QuoteRow = typeof quotes.$inferSelect & { sku: string }
type Db = Database | Transaction

const columns = {
  ...getTableColumns(quotes),
  sku: sql<string>`(select ${products.sku} from ${products} where ${products.id} = ${quotes.productId})`.as(
    'sku',
  ),
}

const OPEN = ['asked', 'offered'] as const

export const toQuote = (row: QuoteRow): Quote => ({
  _id: row.id,
  number: row.number,
  productId: row.productId,
  product: row.product,
  ...(row.sku && { sku: row.sku }),
  orders: row.orders,
  email: row.email,
  name: row.name,
  ...(row.wantedBy && { wantedBy: row.wantedBy }),
  ...(row.purchaseOrder && { purchaseOrder: row.purchaseOrder }),
  ...(row.message && { message: row.message }),
  state: row.state,
  steps: row.steps.map(({ orders, cents }) => ({ orders, price: toDollars(cents) })),
  ...(row.validUntil && { validUntil: row.validUntil }),
  held: row.held,
  ...(row.note && { note: row.note }),
  ...(row.bookingId && { bookingId: row.bookingId }),
  createdAt: row.createdAt.toISOString(),
})

type NewQuoteRow = Pick<
  QuoteRow,
  'id' | 'productId' | 'userId' | 'email' | 'name' | 'orders' | 'wantedBy' | 'purchaseOrder' | 'message'
>

/**
 * False when the product or the customer is gone, or the customer has too many open quotes. Product and customer are locked:
 * whoever deletes one of them finds this quote.
 */
export async function ask(tx: Transaction, asked: NewQuoteRow, timeZone: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with next as (select nextval('quote_numbers')::text as number)
    insert into quotes (id, number, product_id, user_id, product, email, name, orders, wanted_by, purchase_order, message)
    select ${asked.id}, 'Q-' || to_char(now() at time zone ${timeZone}, 'YYYY') || '-'
        || lpad(next.number, greatest(4, length(next.number)), '0'),
      products.id, users.id, products.name, ${asked.email}, ${asked.name}, ${asked.orders}::int, ${asked.wantedBy}::date,
      ${asked.purchaseOrder}, ${asked.message}
    from next, products, users
    where products.id = ${asked.productId} and products.deleted_at is null
      and users.id = ${asked.userId} and users.deleted_at is null
      and (select count(*) from quotes where ${isOpenOf(asked.userId)}) < ${MAX_OPEN_QUOTES}
    for share of products, users`)
  return rowCount === 1
}

const isOpenOf = (userId: string) => and(eq(quotes.userId, userId), inArray(quotes.state, OPEN))

export async function countOpen(db: Db, userId: string): Promise<number> {
  const [row] = await db.select({ open: count() }).from(quotes).where(isOpenOf(userId))
  return row?.open ?? 0
}

export const countToday = (db: Db, userId: string) =>
  db.$count(quotes, and(eq(quotes.userId, userId), sql`${quotes.createdAt} > now() - interval '1 day'`))

export const countLastHour = (db: Db, userId: string) =>
  db.$count(quotes, and(eq(quotes.userId, userId), sql`${quotes.createdAt} > now() - interval '1 hour'`))

export async function find(db: Db, id: string): Promise<QuoteRow | null> {
  const [row] = await db.select(columns).from(quotes).where(eq(quotes.id, id))
  return row ?? null
}

/** The quote as it stays until the transaction ends, and whether the last day of its offer is over. */
export async function lock(
  tx: Transaction,
  id: string,
): Promise<{ quote: QuoteRow; expired: boolean } | null> {
  const [row] = await tx
    .select({
      quote: columns,
      expired: sql<boolean>`coalesce(${quotes.expiresAt} <= clock_timestamp(), false)`,
    })
    .from(quotes)
    .where(eq(quotes.id, id))
    .for('update')
  return row ?? null
}

const newest = newestFirst({
  select: (db) => db.select(columns).from(quotes).$dynamic(),
  moment: quotes.createdAt,
  key: quotes.id,
  keyOf: ({ id }) => id,
  show: toQuote,
})

export const listOwn = (db: Db, userId: string) => newest.all(db, eq(quotes.userId, userId))

export const listInBatches = (db: Db) => newest.inBatches(db)

export const search = (db: Db, { q, state, ...page }: QuoteSearch & { limit: number }) =>
  newest.page(
    db,
    page,
    and(state ? eq(quotes.state, state) : undefined, q ? contains(quotes.searchText, q) : undefined),
  )

export type NewOffer = Pick<QuoteRow, 'steps' | 'note' | 'held'> & { validUntil: string; offeredBy: string }

/** Replaces the offer and what is set aside for it; false when the product is gone or has too few units left. */
export async function offer(
  tx: Transaction,
  quote: QuoteRow,
  { steps, validUntil, held, note, offeredBy }: NewOffer,
  timeZone: string,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      update products set quantity = ${quantityPlus(quote.held - held)}
      where id = ${quote.productId} and deleted_at is null
        and (${held}::int = 0 or quantity > ${held - quote.held}::int)
      returning id
    )
    update quotes set state = 'offered', steps = ${JSON.stringify(steps)}::jsonb, valid_until = ${validUntil}::date,
      expires_at = ${endOfDay(validUntil, timeZone)}, held = ${held}::int, note = ${note}, offered_by = ${offeredBy},
      offered_at = now()
    from taken where quotes.id = ${quote.id}`)
  return rowCount === 1
}

/** How many units of a product are on sale; null when it was deleted. */
export async function available(tx: Transaction, productId: string): Promise<number | null> {
  const [row] = await tx
    .select({ quantity: products.quantity })
    .from(products)
    .where(and(eq(products.id, productId), isNull(products.deletedAt)))
  return row?.quantity ?? null
}

/** Whether the customer still has an account, which stays until the transaction ends. */
export async function lockCustomer(db: Db, userId: string): Promise<boolean> {
  const there = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)))
    .for('share')
  return there.length > 0
}

type AcceptedBooking = {
  id: string
  orders: number
  unitCents: number
  email: string
  name: string
  phone: string
  address: string
  purchaseOrder: string | null
  billTo: string | null
  holdHours: number
}

/** Makes a locked quote a booking and gives back what of its hold is not needed; false when there are too few units. */
export async function accept(tx: Transaction, quote: QuoteRow, booking: AcceptedBooking): Promise<boolean> {
  const { orders, unitCents } = booking
  const { rowCount } = await tx.execute(sql`
    with taken as (
      update products set quantity = ${quantityPlus(quote.held - orders)}
      where id = ${quote.productId} and (${quote.held}::int >= ${orders}::int or quantity > ${orders}::int)
      returning id, sku
    ), placed as (
      insert into bookings (id, product_id, user_id, product, sku, unit_cents, orders, price_cents, email, name, phone, address,
                            purchase_order, bill_to, hold_until)
      select ${booking.id}, taken.id, ${quote.userId}, ${quote.product}, taken.sku, ${unitCents}::int, ${orders}::int,
        ${unitCents * orders}::int, ${booking.email}, ${booking.name}, ${booking.phone}, ${booking.address},
        ${booking.purchaseOrder}, ${booking.billTo}, now() + make_interval(secs => ${booking.holdHours * 3600}::float8)
      from taken returning id
    )
    update quotes set state = 'accepted', held = 0, booking_id = placed.id from placed where quotes.id = ${quote.id}`)
  return rowCount === 1
}

/** Ends quotes and gives back what is set aside for them, once; answers how many. */
async function end(db: Db, which: SQL | undefined, state: QuoteState): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with ending as (
      select id, product_id, held from quotes where ${which} order by id for update
    ), released as (
      update products set quantity = ${quantityPlus(sql`units`)}
      from (select product_id, sum(held) as units from ending where held > 0 group by product_id) as freed
      where products.id = freed.product_id
    )
    update quotes set state = ${state}, held = 0 from ending where quotes.id = ending.id`)
  return rowCount ?? 0
}

/** False when it is in none of these states. */
export const endOne = async (db: Db, id: string, from: readonly QuoteState[], to: QuoteState) =>
  (await end(db, and(eq(quotes.id, id), inArray(quotes.state, from)), to)) === 1

type QuotesOf = { productId: string } | { userId: string }

/** All that are open, of one product or one customer. */
export async function withdrawOpen(tx: Transaction, of: QuotesOf) {
  const theirs = 'userId' in of ? eq(quotes.userId, of.userId) : eq(quotes.productId, of.productId)
  await end(tx, and(theirs, inArray(quotes.state, OPEN)), 'withdrawn')
}

const hasExpired = (now: Date) => and(eq(quotes.state, 'offered'), lte(quotes.expiresAt, now))

export const lapse = (db: Db, id: string, now: Date) =>
  end(db, and(eq(quotes.id, id), hasExpired(now)), 'lapsed')

export async function listExpired(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: quotes.id })
    .from(quotes)
    .where(hasExpired(now))
    .orderBy(quotes.expiresAt)
    .limit(limit)
  return rows.map(({ id }) => id)
}
