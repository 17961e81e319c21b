import { sql } from 'drizzle-orm'
import {
  BEST_SELLERS,
  type BestSeller,
  LOW_STOCK_SHOWN,
  type LowStockProduct,
  type Overview,
  type Sales,
} from '#contract/desk/overview.ts'
import { toDollars } from '#contract/formats/money.ts'
import type { Database } from '../../platform/database/connect.ts'
import { bookings, disputes, products, quotes, refunds, shipments } from '../../platform/database/schema.ts'

type Unit = 'day' | 'month'
/** The current time, and the time zone in which days and months are counted. */
export type LocalNow = { now: Date; timeZone: string }

/** The last days or months, oldest first, each with the timestamps at which it starts and ends. */
function periods(unit: Unit, count: number, { now, timeZone }: LocalNow) {
  const step = sql`make_interval(${sql.raw(`${unit}s`)} => 1)`
  // Where clocks go back at midnight, midnight comes twice and PostgreSQL takes the later one: the day starts with the first.
  return sql`
    select local::date as "from", starts, lead(starts) over (order by local) as ends
    from (select date_trunc(${unit}, ${now}::timestamptz at time zone ${timeZone}) as now) as present,
      generate_series(present.now - ${count - 1} * ${step}, present.now + ${step}, ${step}) as local,
      lateral (select local at time zone ${timeZone} as later) as midnight,
      lateral (select case when (later - interval '1 hour') at time zone ${timeZone} >= local
        then later - interval '1 hour' else later end as starts) as beginning`
}

/** Each period is one short index scan, so that no row has to be converted into a time zone. */
export async function listSales(
  db: Database,
  unit: Unit,
  count: number,
  present: LocalNow,
): Promise<Sales[]> {
  const { rows } = await db.execute<{ from: string; orders: number; cents: string }>(sql`
    select "from"::text, orders, paid - given_back as cents from (${periods(unit, count, present)}) as span, lateral (
      select count(*)::int as orders, coalesce(sum(price_cents), 0) as paid from ${bookings}
      where state = 'paid' and paid_at >= span.starts and paid_at < span.ends
    ) as sold, lateral (
      select coalesce(sum(amount_cents), 0) as given_back from ${refunds}
      where state = 'succeeded' and source <> 'unapplied' and settled_at >= span.starts and settled_at < span.ends
    ) as refunded where span.ends is not null order by span.from`)
  return rows.map(({ from, orders, cents }) => ({ from, orders, revenue: toDollars(Number(cents)) }))
}

/** What was sold, refunded since or not. */
export async function listBestSellers(
  db: Database,
  months: number,
  present: LocalNow,
): Promise<BestSeller[]> {
  const { rows } = await db.execute<{ id: string; name: string; units: string; cents: string }>(sql`
    with year as (select min(starts) as starts, max(starts) as ends from (${periods('month', months, present)}) as span),
      sold as (
        select product_id, sum(orders) as units, sum(price_cents) as cents from ${bookings}
        where state = 'paid' and paid_at >= (select starts from year) and paid_at < (select ends from year)
        group by product_id order by units desc, cents desc, product_id limit ${BEST_SELLERS}
      )
    select id, name, units, cents from sold join ${products} on id = product_id
    order by units desc, cents desc, product_id`)
  return rows.map(({ id, name, units, cents }) => ({
    _id: id,
    name,
    units: Number(units),
    revenue: toDollars(Number(cents)),
  }))
}

type OpenTasks = Pick<Overview, 'unpaid' | 'toShip' | 'quotesAsked' | 'disputes' | 'failedRefunds'>

/** Shipments are subtracted, not joined: each belongs to a paid booking, and paid is final. So are full refunds, which are few. */
export async function countOpenTasks(db: Database): Promise<OpenTasks> {
  const { rows } = await db.execute<{
    open: number
    lapsed: number
    toShip: number
    quotesAsked: number
    disputes: number
    payments: number
    cents: string
  }>(sql`
    select
      (select count(*)::int from ${bookings} where state in ('open', 'closing')) as open,
      (select count(*)::int from ${bookings} where state = 'lapsed') as lapsed,
      (select count(*) from ${bookings} where state = 'paid')::int - (select count(*) from ${shipments})::int - (
        select count(*) from ${bookings} where state = 'paid' and refunded_cents = price_cents
          and not exists (select from ${shipments} where booking_id = ${bookings.id})
      )::int as "toShip",
      (select count(*)::int from ${quotes} where state = 'asked') as "quotesAsked",
      (select count(*)::int from ${disputes} where state = 'open') as disputes,
      failed.* from (
        select count(*)::int as payments, coalesce(sum(amount_cents), 0) as cents from ${refunds} where state = 'failed'
      ) as failed`)
  const [{ open, lapsed, payments, cents, ...counted } = NOTHING] = rows
  return {
    ...counted,
    unpaid: { orders: open + lapsed, lapsed },
    failedRefunds: { payments, amount: toDollars(Number(cents)) },
  }
}

const NOTHING = { open: 0, lapsed: 0, toShip: 0, quotesAsked: 0, disputes: 0, payments: 0, cents: '0' }

export async function readLowStock(db: Database): Promise<Overview['lowStock']> {
  const { rows } = await db.execute<{ products: number; soldOut: number; scarcest: LowStockProduct[] }>(sql`
    with low as (
      select id, name, quantity, minimum, orderable from ${products} where low_stock and deleted_at is null
    )
    select count(*)::int as products, count(*) filter (where not orderable)::int as "soldOut", (
      select coalesce(json_agg(scarce), '[]') from (
        select id as "_id", name, quantity, minimum from low
        order by orderable, quantity::float8 / greatest(minimum, 100), name, id limit ${LOW_STOCK_SHOWN}
      ) as scarce
    ) as scarcest from low`)
  return rows[0] ?? { products: 0, soldOut: 0, scarcest: [] }
}
