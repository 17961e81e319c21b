import { startEmbeddedPostgres } from '#server/operations/embedded-postgres/start.ts'
import { connect, type Database } from '#server/platform/database/connect.ts'
import { newId } from '#server/platform/database/queries/new-id.ts'
import { place } from '#server/sales/checkout/place-store.ts'
import { toRawRequest } from '#test/load/load-generator.ts'
import type { BenchContext } from './responses.ts'
import type { Customer } from './sign-up-customers.ts'
import { comparison, median, perSecond, type Row } from './table.ts'

const ROUNDS = 5
const SECONDS = 2
const DELIVERY = { orders: 100, phone: '555 0100', address: '1 Example Street' }

/** Orders through the API against a loop that gives the same statement to the same database, without anything around it. */
export async function measurePlacingOrders(
  { shop, loadGenerator }: BenchContext,
  customers: Customer[],
): Promise<Row[]> {
  const postgres = await startEmbeddedPostgres({ dataDir: shop.dataDir, share: true })
  const db = connect(postgres.connection, () => {})
  try {
    const products = await stockUp(db, customers.length)
    const requests = orderRequests(customers, products)
    const load = { port: shop.port, requests, connections: customers.length, seconds: SECONDS }
    const [ours, theirs]: [number[], number[]] = [[], []]
    let errors = 0
    for (let round = -1; round < ROUNDS; round++) {
      await forgetOrders(db)
      const fired = await loadGenerator.fire(load)
      await assertMailsWritten(db)
      await forgetOrders(db)
      const driven = await drive(db, customers, products)
      errors += fired.refused + fired.broken
      if (round < 0) continue
      ours.push(fired.perSecond)
      theirs.push(driven)
    }
    await forgetOrders(db)
    const ratios = ours.map((one, round) => one / (theirs[round] ?? Number.NaN))
    const what = `Placing orders, ${customers.length} clients, ${errors} errors`
    const pair: [string, string] = [perSecond(median(ours)), `driver ${perSecond(median(theirs))}`]
    const row = comparison(what, pair, median(ratios), { least: 0.62 })
    return [{ ...row, good: row.good && errors === 0 }]
  } finally {
    await db.$client.end()
    await postgres.stop()
  }
}

export const orderRequests = (customers: Customer[], products: string[]) =>
  customers.map(({ token }, place) =>
    toRawRequest(
      {
        path: '/api/bookings',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      },
      'POST',
      JSON.stringify({ orderId: products[place], ...DELIVERY }),
    ),
  )

/** More of everything than can be ordered; each client orders a product of its own, so that none waits for another's row. */
export async function stockUp(db: Database, count: number): Promise<string[]> {
  await db.$client.query('update users set email_verified_at = now()')
  const { rows } = await db.$client.query<{ id: string }>(
    'update products set quantity = 2000000000, price_cents = 100 where deleted_at is null returning id',
  )
  return rows.slice(0, count).map(({ id }) => id)
}

export const forgetOrders = (db: Database) => db.$client.query('truncate bookings, mails cascade')

/** The shop tells each customer of each order, which the driver's statement is made to do as well. */
async function assertMailsWritten(db: Database) {
  const { rows } = await db.$client.query<{ orders: number; mails: number }>(
    `select (select count(*)::int from bookings) as orders, (select count(*)::int from mails where kind = 'order-received') as mails`,
  )
  if (rows[0]?.orders !== rows[0]?.mails)
    throw new Error(`${rows[0]?.mails} mails were written for ${rows[0]?.orders} orders`)
}

async function drive(db: Database, customers: Customer[], products: string[]): Promise<number> {
  let placed = 0
  const began = performance.now()
  const end = began + SECONDS * 1000
  await Promise.all(
    customers.map(async ({ id: userId, email, name }, seat) => {
      while (performance.now() < end) {
        const booking = await place(db, {
          ...DELIVERY,
          id: newId(),
          productId: products[seat] as string,
          userId,
          email,
          name,
          purchaseOrder: null,
          billTo: null,
          keyed: null,
          holdHours: 24,
          dailyOrderLimit: null,
          openOrderLimit: 2_000_000_000,
          mailId: newId(),
          emailVerified: true,
          networks: null,
        })
        if (!booking) throw new Error('the driver could not place an order')
        placed++
      }
    }),
  )
  return placed / ((performance.now() - began) / 1000)
}
