import { and, eq, isNull } from 'drizzle-orm'
import type { Booking } from '#contract/bookings.ts'
import { MINIMUM_ORDER } from '#contract/order-quantity.ts'
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/total-limits.ts'
import type { Database } from '../database/connect.ts'
import { users } from '../database/schema.ts'
import { type BookingRow, toBooking, UNPAID } from './store.ts'

const UNPAID_LIST = UNPAID.map((state) => `'${state}'`).join(', ')

type NewBookingRow = {
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
  /** Null for any number. */
  dailyOrderLimit: number | null
  /** Of the mail that tells the customer; null when nobody gets mail. */
  mailId: string | null
  emailVerified: boolean
}

// Taking the units and writing the booking and its mail are one statement: nothing can come between them, and no lock is held
// across a round trip. The customer's row is locked, so that no account is deleted meanwhile, and an unverified customer's
// closer, so that a verification at the same moment is not missed.
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
      returning id, name, image, price_cents
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
    returning number, product_id as "productId", product, unit_cents as "unitCents", price_cents as "priceCents",
              hold_until as "holdUntil", created_at as "createdAt", (select image from taken), (select count from unpaid) as "otherUnpaid"`,
}

type WrittenColumn =
  | 'image'
  | 'number'
  | 'productId'
  | 'product'
  | 'unitCents'
  | 'priceCents'
  | 'holdUntil'
  | 'createdAt'
type Written = Pick<BookingRow, WrittenColumn> & { otherUnpaid: number }
const NEW = {
  state: 'open',
  held: true,
  transictionId: null,
  paidAt: null,
  purchaseOrder: null,
  billTo: null,
  bankReference: null,
  bankReceivedOn: null,
  restocked: 0,
} as const

export const hasAccount = async (db: Database, userId: string) =>
  (await db.$count(users, and(eq(users.id, userId), isNull(users.deletedAt)))) > 0

/**
 * The new booking and how many unpaid ones the customer had before it; null when the product, its stock or the customer's
 * limit does not allow it, or the customer is gone.
 */
export async function place(
  db: Database,
  placing: NewBookingRow,
): Promise<{ booking: Booking; otherUnpaid: number } | null> {
  const { id, productId, userId, email, name, orders, phone, address } = placing
  const { idempotencyKey, holdHours, openOrderLimit, mailId, emailVerified, dailyOrderLimit } = placing
  const sent = [id, productId, userId, email, name, orders, phone, address]
  const limits = [holdHours, openOrderLimit]
  const values = [...sent, idempotencyKey, ...limits, mailId, emailVerified, dailyOrderLimit]
  const { rows } = await db.$client.query<Written>({ ...PLACE, values })
  if (!rows[0]) return null
  const { otherUnpaid, ...written } = rows[0]
  return { booking: toBooking({ ...placing, ...written, ...NEW }), otherUnpaid }
}
