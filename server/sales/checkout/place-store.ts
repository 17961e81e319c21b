import { and, eq, isNull } from 'drizzle-orm'
import { MINIMUM_ORDER } from '#contract/catalogue/order-quantity.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/sales/total-limits.ts'
import type { ClientNetworks } from '#networks/client-network.ts'
import type { Database } from '../../platform/database/connect.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import { users } from '../../platform/database/schema.ts'
import { type BookingRow, GIVEN_UP, toBooking, UNPAID } from '../bookings/store.ts'

const listOf = (states: readonly string[]) => states.map((state) => `'${state}'`).join(', ')
const UNPAID_LIST = listOf(UNPAID)
const GIVEN_UP_LIST = listOf(GIVEN_UP)

type NewBookingRow = {
  id: string
  productId: string
  userId: string
  email: string
  name: string
  orders: number
  phone: string
  address: string
  purchaseOrder: string | null
  billTo: string | null
  keyed: KeyedRequest | null
  holdHours: number
  openOrderLimit: number
  /** Null for any number. */
  dailyOrderLimit: number | null
  /** Of the mail that tells the customer; null when nobody gets mail. */
  mailId: string | null
  emailVerified: boolean
  /** Null where holds are not limited. */
  networks: ClientNetworks | null
}

// Taking the units and writing the booking and its mail are one statement: nothing can come between them, and no lock is held
// across a round trip. The customer's row is locked, so that no account is deleted meanwhile, and an unverified customer's
// closer, so that a verification at the same moment is not missed. Whoever gave up a hold on the same product before its time,
// or whose network did, continues that hold.
const PLACE = {
  name: 'place_booking',
  text: `
    with customer as (
      select id from users where id = $3 and deleted_at is null for key share
    ), unpaid as (
      select count(*)::int as count from bookings where user_id = $3 and state in (${UNPAID_LIST})
    ), taken as (
      update products set quantity = quantity - $6::int
      where exists (select from customer) and id = $2 and deleted_at is null and quantity > $6::int and $6::int >= greatest(minimum, ${MINIMUM_ORDER})
        and price_cents::bigint * $6::int between ${MIN_TOTAL_CENTS} and ${MAX_TOTAL_CENTS}
        and (select count from unpaid) < $11::int
        and ($14::int is null or $14::int > (
          select count(*) from (select from bookings where user_id = $3 and created_at > now() - interval '1 day' limit $14) as today
        ))
      returning id, name, sku, image, price_cents, quantity
    ), given_up as (
      select min(ends) as ends, min(since) as since from (
        (select hold_until as ends, coalesce(held_since, created_at) as since from bookings
          where user_id = $3 and product_id = $2 and state in (${GIVEN_UP_LIST}) and hold_until > now() and $15::text is not null
          order by hold_until limit 1)
        union all
        (select hold_until, coalesce(held_since, created_at) from bookings
          where network = $15::text and product_id = $2 and state in (${GIVEN_UP_LIST}) and hold_until > now()
          order by hold_until limit 1)
      ) as given_up
    ), told as (
      insert into mails (id, kind, user_id, email, name, data, due_at)
      select $12, 'order-received', $3, $4, $5, jsonb_build_object('bookingId', $1::uuid), case when $13::boolean then now()
        when (select email_verified_at from users where id = $3 for share) is not null then now() end
      from taken where $12::uuid is not null
    ), claimed as (
      insert into idempotency_keys (user_id, call, key, body_hash, result_id)
      select $3, $17, $9, $18, $1 from taken where $9::text is not null
    )
    insert into bookings (id, product_id, user_id, email, name, orders, phone, address, hold_until,
                          held_since, network, wide_network, product, sku, unit_cents, price_cents, purchase_order, bill_to)
    select $1, taken.id, $3, $4, $5, $6::int, $7, $8, least(now() + make_interval(secs => $10::float8 * 3600), given_up.ends),
           given_up.since, $15::text, $16::text, taken.name, taken.sku, taken.price_cents, taken.price_cents * $6::int, $19, $20
    from taken, given_up
    returning number, product_id as "productId", product, sku, unit_cents as "unitCents", price_cents as "priceCents",
              hold_until as "holdUntil", created_at as "createdAt", (select image from taken),
              (select count from unpaid) as "otherUnpaid", (select quantity from taken) as "available"`,
}

type WrittenColumn =
  | 'image'
  | 'number'
  | 'productId'
  | 'product'
  | 'sku'
  | 'unitCents'
  | 'priceCents'
  | 'holdUntil'
  | 'createdAt'
/** What the order was placed into. */
type Surroundings = {
  /** How many unpaid orders the customer had before it. */
  otherUnpaid: number
  /** How many units of the product it has left. */
  available: number
}
type Written = Pick<BookingRow, WrittenColumn> & Surroundings
const NEW = {
  state: 'open',
  held: true,
  transictionId: null,
  paidAt: null,
  bankChosenAt: null,
  bankReference: null,
  bankReceivedOn: null,
  restocked: 0,
} as const

export const hasAccount = async (db: Database, userId: string) =>
  (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0

/** Null when the product, its stock or the customer's limit does not allow it, or the customer is gone. */
export async function place(
  db: Database,
  placing: NewBookingRow,
): Promise<({ booking: Booking } & Surroundings) | null> {
  const { id, productId, userId, email, name, orders, phone, address } = placing
  const { purchaseOrder, billTo } = placing
  const { keyed, holdHours, openOrderLimit, mailId, emailVerified, dailyOrderLimit } = placing
  const { narrow = null, wide = null } = placing.networks ?? {}
  const sent = [id, productId, userId, email, name, orders, phone, address]
  const limits = [holdHours, openOrderLimit, mailId, emailVerified, dailyOrderLimit]
  const values = [
    ...sent,
    keyed?.key,
    ...limits,
    narrow,
    wide,
    keyed?.call,
    keyed?.bodyHash,
    purchaseOrder,
    billTo,
  ]
  const { rows } = await db.$client.query<Written>({ ...PLACE, values })
  if (!rows[0]) return null
  const { otherUnpaid, available, ...written } = rows[0]
  return { booking: toBooking({ ...placing, ...written, ...NEW }), otherUnpaid, available }
}
