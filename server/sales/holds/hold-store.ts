import { type SQL, sql } from 'drizzle-orm'
import type { ClientNetworks } from '#networks/client-network.ts'
import { quantityPlus } from '../../catalogue/stock/stock-store.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { nextCheck } from '../../platform/database/queries/next-check.ts'
import { bookings } from '../../platform/database/schema.ts'
import type { BookingRow } from '../bookings/store.ts'

type Db = Database | Transaction

export const holdEnd = (hours: number) => sql`now() + make_interval(secs => ${hours * 3600}::float8)`

/** Reserves the units of a lapsed booking again; false when they are no longer available. */
export async function holdAgain(
  tx: Transaction,
  row: BookingRow,
  until: SQL,
  networks: ClientNetworks | null = null,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    with taken as (
      update products set quantity = quantity - ${row.orders}
      where id = ${row.productId} and quantity >= ${row.orders}
      returning id
    )
    update bookings set held = true, held_again = true, state = 'open', closing_to = null, deleted_by = null,
      hold_until = ${until}, network = ${networks?.narrow ?? null}, wide_network = ${networks?.wide ?? null}
    from taken where bookings.id = ${row.id} and not bookings.held`)
  return rowCount === 1
}

/** False when an open booking is held longer already. */
export async function prolong(tx: Transaction, id: string, until: SQL): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update bookings set hold_until = ${until} where id = ${id} and state = 'open' and hold_until <= ${until}`)
  return rowCount === 1
}

const COUNTED_PAYMENTS = 100

/** What a customer's newest payments came to, without what went back by a refund or a dispute: it has earned trust. */
export const paidCents = (userId: SQL) => sql`(
  select coalesce(sum(price_cents - refunded_cents), 0)::float8 from (
    select price_cents, refunded_cents from bookings as payment where payment.user_id = ${userId} and state = 'paid'
    order by created_at desc, id desc limit ${COUNTED_PAYMENTS}
  ) as payments)`

/** Waits for whoever else decides about these holds, in any process. */
export async function lockHolds(tx: Transaction, whose: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`holds of ${whose}`}, 0))`)
}

export type BankHold = { days: number; usualHours: number; paymentCovers: number }

/**
 * Holds an order's units longer if it came from an offer, or if the customer's payments cover it along with their other long holds.
 * Never shortens a hold or revives a lapsed one. The days count from the first hold, so asking again gains nothing.
 */
export async function prolongIfTrusted(tx: Transaction, id: string, hold: BankHold) {
  const until = sql`coalesce(bookings.held_since, bookings.created_at) + make_interval(days => ${hold.days}::int)`
  await tx.execute(sql`
    update bookings set hold_until = ${until} where id = ${id} and state = 'open' and hold_until < ${until}
      and (exists (select from quotes where booking_id = bookings.id)
        or ${hold.paymentCovers}::float8 * ${paidCents(sql`bookings.user_id`)} >= price_cents + (
          select coalesce(sum(price_cents), 0) from bookings as other
          where other.user_id = bookings.user_id and other.id <> bookings.id and other.state = 'open'
            and other.hold_until > ${holdEnd(hold.usualHours)}
            and not exists (select from quotes where booking_id = other.id)))`)
}

/** The offer that a booking was placed by; null when it was ordered at the product's price. */
export async function findOffer(tx: Transaction, bookingId: string): Promise<{ isOver: boolean } | null> {
  const { rows } = await tx.execute<{ isOver: boolean }>(
    sql`select expires_at <= now() as "isOver" from quotes where booking_id = ${bookingId}`,
  )
  return rows[0] ?? null
}

/** Puts units of a refunded booking back on sale. */
export async function restock(tx: Transaction, row: BookingRow, units: number) {
  await tx.execute(sql`
    with put_back as (update products set quantity = ${quantityPlus(units)} where id = ${row.productId})
    update bookings set restocked = restocked + ${units} where id = ${row.id}`)
}

// As the index has it.
const DUE_AT = sql`(case state when 'closing' then due_at else hold_until end)`

/**
 * Unpaid bookings whose hold has ended, and those whose closing is unfinished. Bookings with an open payment come last:
 * canceling it may have to wait for the card provider, and the others must not wait with them.
 */
export async function listDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from bookings where state in ('open', 'closing') and ${DUE_AT} <= ${now}::timestamptz
    order by exists (select from payment_attempts where booking_id = bookings.id and state = 'open'), ${DUE_AT}
    limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Marks a booking as closing; false when it is not due, because somebody has paid or closed it, or holds it again. */
export async function beginClosing(db: Db, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update bookings set state = 'closing', closing_to = coalesce(closing_to, 'lapsed'), due_at = ${DUE_AT},
      checks = case state when 'closing' then checks else 0 end
    where id = ${id} and state in ('open', 'closing') and ${DUE_AT} <= ${now}::timestamptz`)
  return rowCount === 1
}

export async function postponeClosing(db: Db, id: string, now: Date) {
  await db.execute(sql`
    update bookings set due_at = ${nextCheck(now, bookings.checks)}, checks = checks + 1
    where id = ${id} and state = 'closing'`)
}

/** For a shop that starts: whoever was closing them may have ended in the middle. */
export async function makeClosingsDue(db: Db, now: Date) {
  await db.execute(sql`update bookings set due_at = ${now}::timestamptz where state = 'closing'`)
}

/** Ends a closing booking and releases its units if it held them; null when somebody else was first. */
export async function finishClosing(db: Db, id: string): Promise<'lapsed' | 'deleted' | null> {
  const { rows } = await db.execute<{ state: 'lapsed' | 'deleted' }>(sql`
    with was as (
      select id, held, product_id, orders, closing_to from bookings where id = ${id} and state = 'closing' for update
    ), ended as (
      update bookings set state = was.closing_to, closing_to = null, held = false,
        deleted_at = case when was.closing_to = 'deleted' then now() end,
        deleted_by = case when was.closing_to = 'deleted' then deleted_by end
      from was where bookings.id = was.id
      returning was.held, was.product_id, was.orders, bookings.state
    ), released as (
      update products set quantity = ${quantityPlus(sql`ended.orders`)}
      from ended where products.id = ended.product_id and ended.held
    )
    select state from ended`)
  return rows[0]?.state ?? null
}

/** The networks from which a customer placed orders. */
export async function listNetworks(db: Db, userId: string) {
  const { rows } = await db.execute<{ bookingId: string; narrow: string; wide: string }>(sql`
    select id as "bookingId", network as narrow, wide_network as wide from bookings
    where user_id = ${userId} and network is not null order by id desc`)
  return rows
}

const FORGOTTEN_AT_ONCE = 10_000

/** Where holds were made from, once their time is over. */
export async function forgetNetworks(db: Db, now: Date) {
  for (let forgotten = FORGOTTEN_AT_ONCE; forgotten === FORGOTTEN_AT_ONCE; ) {
    const { rowCount } = await db.execute(sql`
      update bookings set network = null, wide_network = null where id in (
        select id from bookings where state in ('lapsed', 'deleted') and network is not null and hold_until <= ${now}::timestamptz
        limit ${FORGOTTEN_AT_ONCE}
      )`)
    forgotten = rowCount ?? 0
  }
}
