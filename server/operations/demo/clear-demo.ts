import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import { quantityPlus } from '../../catalogue/stock/stock-store.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { bookings, productChanges, products, quotes, ratings } from '../../platform/database/schema.ts'
import { StartupError } from '../../platform/startup/startup-error.ts'
import { DEMO_SUBJECT, OF_DEMO_CUSTOMERS } from './recognize-demo-customers.ts'

const OF_ORDERS = `booking_id in (select id from bookings where ${OF_DEMO_CUSTOMERS})`

/** Removes the demo catalogue. What was ordered or edited stays as a hidden record, because orders and history refer to it. */
export async function clearDemo(db: Database) {
  return db.transaction(async (tx) => {
    await refuseIfInvoiced(tx)
    const year = await clearYear(tx)
    const ofProduct = [
      tx.select().from(bookings).where(eq(bookings.productId, products.id)),
      tx.select().from(quotes).where(eq(quotes.productId, products.id)),
      tx.select().from(productChanges).where(eq(productChanges.productId, products.id)),
    ]
    const removed = await tx
      .delete(products)
      .where(and(eq(products.demo, true), ...ofProduct.map(notExists)))
      .returning({ id: products.id })
    const hidden = await tx
      .update(products)
      .set({ deletedAt: new Date(), deletedBy: 'demo:clear', demo: false })
      .where(eq(products.demo, true))
      .returning({ id: products.id })
    await withdrawQuotes(
      tx,
      hidden.map(({ id }) => id),
    )
    const reviews = await tx.delete(ratings).where(eq(ratings.demo, true)).returning({ id: ratings.id })
    return { products: removed.length + hidden.length, reviews: reviews.length, ...year }
  })
}

/** A number that was given for real must stay. */
async function refuseIfInvoiced(tx: Transaction) {
  const { rows } = await tx.execute<{ number: string }>(
    sql.raw(
      `select number from documents where number not like 'TEST-%' and ${OF_ORDERS} order by number limit 1`,
    ),
  )
  if (rows[0])
    throw new StartupError(
      `Nothing was removed: ${rows[0].number} was issued for a demo order while the shop was live, and its number must not be lost.`,
    )
}

/** Each table before those that it refers to. Whatever was done meanwhile to a demo order or quote goes with it. */
async function clearYear(tx: Transaction) {
  const remove = async (from: string) => (await tx.execute(sql.raw(`delete from ${from}`))).rowCount ?? 0
  const removed = {
    quotes: await remove(`quotes where ${OF_DEMO_CUSTOMERS}`),
    documents: await remove(`documents where ${OF_ORDERS}`),
    refunds: await remove(`refunds where ${OF_ORDERS}`),
  }
  for (const table of ['disputes', 'shipments', 'payment_attempts'])
    await remove(`${table} where ${OF_ORDERS}`)
  await remove(
    `mails where ${OF_DEMO_CUSTOMERS} or data->>'bookingId' in (select id::text from bookings where ${OF_DEMO_CUSTOMERS})`,
  )
  const orders = await remove(`bookings where ${OF_DEMO_CUSTOMERS}`)
  await remove(`profiles where ${OF_DEMO_CUSTOMERS}`)
  const customers = await remove(`users where subject like '${DEMO_SUBJECT}%'`)
  await startNumbersAnew(tx)
  return { ...removed, orders, customers }
}

/** Numbers that nobody else has used are given again. */
async function startNumbersAnew(tx: Transaction) {
  await tx.execute(sql`
    delete from document_counters where series like 'test-%' and not exists (select from documents where number like 'TEST-%')`)
  await tx.execute(sql`
    select (select setval('bookings_number_seq', 1001, false) where not exists (select from ${bookings})),
      (select setval('quote_numbers', 1, false) where not exists (select from ${quotes}))`)
}

/** What is no longer sold is no longer offered. */
async function withdrawQuotes(tx: Transaction, productIds: string[]) {
  const open = and(inArray(quotes.productId, productIds), inArray(quotes.state, ['asked', 'offered']))
  await tx.execute(sql`
    update ${products} set quantity = ${quantityPlus(sql`held.units`)}
    from (select product_id, sum(held) as units from ${quotes} where ${open} group by product_id) as held
    where ${products.id} = held.product_id`)
  await tx.update(quotes).set({ state: 'withdrawn', held: 0 }).where(open)
}
