import { inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { newId } from '#server/platform/database/queries/new-id.ts'
import { paymentAttempts, products } from '#server/platform/database/schema.ts'
import type { Caller } from '#server/platform/endpoints/authenticate.ts'
import { closeDueBooking } from '#server/sales/closing/close-due-booking.ts'
import { assertLedgerBalances } from './assert-ledger-balances.ts'
import { intentOf, reachCardProvider } from './reach-card-provider.ts'
import type { Person, TestShop } from './shop.ts'

export type CheckoutClient = ReturnType<typeof openCheckoutClient>

/** What tests of ordering and paying share. The steps expect to succeed; a test of a refusal calls the shop itself. */
export function openCheckoutClient(shop: TestShop) {
  const { db } = shop.shop
  const provider = reachCardProvider(shop)
  const firstStock = new Map<string, number>()

  async function succeed(...[method, target, sent]: Parameters<TestShop['call']>) {
    const answer = await shop.call(method, target, sent)
    if (answer.status !== 200)
      throw new Error(`${method} ${target} answered ${answer.status}: ${answer.text}`)
    return answer.json
  }

  const orderBody = (orderId: string, orders: number) => ({
    orderId,
    orders,
    phone: '555 0100',
    address: '1 Example Street',
  })

  async function order({ token }: Person, orderId: string, orders = 100): Promise<Booking> {
    return succeed('POST', '/api/bookings', { token, body: orderBody(orderId, orders) })
  }

  /** The client secret for this booking. */
  async function begin({ token }: Person, { _id: bookingId, price }: Booking): Promise<string> {
    const body = { price, bookingId }
    return (await succeed('POST', '/api/create-payment-intent', { token, body })).clientSecret
  }

  /** Tells the shop that the browser has paid. */
  const report = ({ token }: Person, { _id }: Booking, clientSecret: string) =>
    shop.call('PATCH', `/api/booking/${_id}`, {
      token,
      body: { payment: _id, transictionId: intentOf(clientSecret) },
    })

  return {
    provider,
    orderBody,
    order,
    begin,
    report,
    assertLedgerBalances: () => assertLedgerBalances(shop, firstStock),

    async addProduct(quantity: number, { priceCents = 1999, minimum = 100 } = {}): Promise<string> {
      const id = newId()
      const texts = { name: `Product ${id}`, image: '/product.jpg', description: 'Sold by the hundred' }
      await db.insert(products).values({ id, ...texts, priceCents, quantity, minimum, createdBy: 'a test' })
      firstStock.set(id, quantity)
      return id
    },

    quantity: async (productId: string): Promise<number> =>
      (await succeed('GET', `/api/product/${productId}`)).quantity,

    /** What the shop shows its owner of this booking; null when it is gone. */
    async see({ token }: Person, { _id }: Booking): Promise<Booking | null> {
      const { status, json } = await shop.call('GET', `/api/booking/${_id}`, { token })
      return status === 404 ? null : json
    },

    /** Orders, pays by card and tells the shop so. */
    async buy(person: Person, productId: string, orders?: number): Promise<Booking> {
      const booking = await order(person, productId, orders)
      const clientSecret = await begin(person, booking)
      await provider.confirm(clientSecret)
      return (await report(person, booking, clientSecret)).json
    },

    /** A person as use cases know them, for calling one without HTTP. */
    async asCaller({ email, token }: Person): Promise<Caller> {
      const { result } = await succeed('PUT', `/api/user/${email}`, { token, body: { email } })
      return { id: result._id, email, name: result.name, role: result.role, emailVerified: false, token }
    },

    remove: ({ token }: Person, { _id }: Booking) => shop.call('DELETE', `/api/bookings/${_id}`, { token }),

    /** Lets the hold of a booking run out, as a day would. */
    async outwait({ _id }: Booking) {
      await db.execute(sql`update bookings set hold_until = now() - interval '1 second' where id = ${_id}`)
    },

    /** Lets it run out and its units go back on sale. */
    async lapse({ _id }: Booking) {
      await closeDueBooking(shop.shop, _id, new Date(8_000_000_000_000))
    },

    /** The provider forgets the intent of this booking, as when its keys were changed. */
    async forgetIntent({ _id }: Booking) {
      await db.execute(
        sql`update payment_attempts set intent_id = 'pi_forgotten' || number || id where booking_id = ${_id}`,
      )
    },

    /** Puts an attempt back to the moment before its intent's id was stored. */
    async unlearnIntent({ _id }: Booking) {
      await db.execute(sql`update payment_attempts set intent_id = null where booking_id = ${_id}`)
    },

    /** Puts another phone number into a booking, which the shop itself never does. */
    async rewritePhone({ _id }: Booking, phone: string) {
      await db.execute(sql`update bookings set phone = ${phone} where id = ${_id}`)
    },

    async countAttempts(bookings: Booking[]): Promise<number> {
      const ids = bookings.map(({ _id }) => _id)
      return db.$count(paymentAttempts, inArray(paymentAttempts.bookingId, ids))
    },

    /** How many rows and tables the shop's other connections have locked at this moment. */
    async countLocks(): Promise<number> {
      const { rows } = await db.execute<{ locks: number }>(sql`
        select count(*)::int as locks from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and application_name = 'hundredweight' and pid <> pg_backend_pid()`)
      return rows[0]?.locks ?? 0
    },

    /** Throws when anybody holds this booking's row. */
    async lockAtOnce({ _id }: Booking) {
      await db.execute(sql`select 1 from bookings where id = ${_id} for update nowait`)
    },

    /** Keeps the row of a product, a booking, a quote or a user until so many wait for it, so that all of them go on at the same moment. */
    async atOnce<T>(
      table: 'products' | 'bookings' | 'quotes' | 'users',
      id: string,
      waiting: number,
      work: () => Promise<T>,
    ): Promise<T> {
      const client = new pg.Client({ connectionString: shop.databaseUrl })
      await client.connect()
      try {
        await client.query('begin')
        await client.query(`select 1 from ${table} where id = $1 for update`, [id])
        const working = work()
        await vi.waitUntil(async () => (await countWaiting(client)) >= waiting, {
          timeout: 5_000,
          interval: 5,
        })
        await client.query('commit')
        return await working
      } finally {
        await client.end()
      }
    },

    /** The first attempt to pay this booking, as an intent names it in its metadata. */
    async attemptOf({ _id: bookingId }: Booking): Promise<{ bookingId: string; attemptId: string }> {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from payment_attempts where booking_id = ${bookingId} order by number limit 1`,
      )
      return { bookingId, attemptId: rows[0]?.id ?? '' }
    },
  }
}

async function countWaiting(client: pg.Client): Promise<number> {
  // Inside a transaction the first look would be repeated for ever.
  await client.query('select pg_stat_clear_snapshot()')
  const { rows } = await client.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]?.waiting ?? 0
}
