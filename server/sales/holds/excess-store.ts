import { sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { firstCheck } from '../../platform/database/queries/next-check.ts'
import { paidCents } from './hold-store.ts'

export type Db = Database | Transaction

/** An unpaid order that holds its units. */
export type Hold = {
  id: string
  userId: string
  /** Whether the customer has confirmed an address. */
  confirmed: boolean
  /** What the customer has paid. */
  paidCents: number
  /** Null for orders from before networks were recorded, and for the demo's. */
  network: string | null
  wideNetwork: string | null
  productId: string
  orders: number
  priceCents: number
  /** How many units the product has left. */
  available: number
  /** It is being released already. */
  closing: boolean
}

/** Whose holds are checked: those of a customer and of all who ordered from the same networks, or everybody's. */
export type Holders = { userId: string; wideNetwork: string | null } | 'everybody'

const HELD = sql`bookings.state in ('open', 'closing') and bookings.held`
const WITHOUT_OFFER = sql`not exists (select from quotes where booking_id = bookings.id)`

/** What is held without an offer of the shop's, beginning with what ends first. */
export async function listHolds(db: Db, holders: Holders, everybodyConfirmed: boolean): Promise<Hold[]> {
  const theirs =
    holders === 'everybody'
      ? sql`true`
      : sql`bookings.user_id in (
          select ${holders.userId}::uuid union
          select user_id from bookings where wide_network = ${holders.wideNetwork} and state in ('open', 'closing')
        )`
  const { rows } = await db.execute<Hold>(sql`
    with held as (
      select * from bookings where ${HELD} and ${WITHOUT_OFFER} and ${theirs}
    ), holders as (
      select id, ${everybodyConfirmed}::boolean or email_verified_at is not null as confirmed, ${paidCents(sql`users.id`)} as paid_cents
      from users where id in (select user_id from held)
    )
    select held.id, user_id as "userId", confirmed, paid_cents as "paidCents", network, wide_network as "wideNetwork",
      product_id as "productId", orders, held.price_cents as "priceCents", products.quantity as available, state = 'closing' as closing
    from held join holders on holders.id = user_id join products on products.id = product_id
    order by hold_until, held.id`)
  return rows
}

/** Counts the products that can be ordered, and these. */
export async function countProductsOnSale(db: Db, productIds: string[]): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from products
    where deleted_at is null and (orderable or id = any(${sql.param(productIds)}::uuid[]))`)
  return rows[0]?.count ?? 0
}

/** Whether all that is held from anywhere is more than this share of the products on sale. */
export async function isMoreHeldThan(db: Db, share: number): Promise<boolean> {
  const { rows } = await db.execute<{ isMore: boolean }>(sql`
    with parts as (
      select sum(orders)::float8 / (quantity + sum(orders)) as part
      from bookings join products on products.id = product_id
      where ${HELD} and wide_network is not null
      group by products.id
    ), held as (
      select coalesce(sum(part), 0) as parts from parts
    )
    select case when parts <= 1 then false
      else parts > ${share}::float8 * (select count(*) from products where deleted_at is null and orderable)
    end as "isMore" from held`)
  return rows[0]?.isMore ?? false
}

/**
 * Marks those that are open still for lapsing. This user's are closed at once, unless the card provider has to be asked; the rest
 * is due for the job, whose clock may be behind the database's.
 */
export async function claim(tx: Transaction, ids: string[], userId: string | null) {
  const isClosedAtOnce = sql`(user_id is not distinct from ${userId}::uuid
    and not exists (select from payment_attempts where booking_id = bookings.id and state = 'open'))`
  const { rows } = await tx.execute<{ id: string; isClosedAtOnce: boolean }>(sql`
    update bookings set state = 'closing', closing_to = 'lapsed', checks = 0,
      due_at = case when ${isClosedAtOnce} then ${firstCheck} else created_at end
    where state = 'open' and id = any(${sql.param(ids)}::uuid[])
    returning id, ${isClosedAtOnce} as "isClosedAtOnce"`)
  return rows
}
