import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import {
  bookings,
  documentCounters,
  documents,
  products,
  quotes,
  refunds,
  shipments,
  users,
} from '../../platform/database/schema.ts'
import { demoDocuments, demoRefunds } from './demo-documents.ts'
import { DAY_MS, demoOrders, isoDay, type PaidDemoOrder } from './demo-orders.ts'
import { demoQuotes } from './demo-quotes.ts'
import { insertRows } from './insert-rows.ts'
import { DEMO_SUBJECT } from './recognize-demo-customers.ts'

const CUSTOMERS = 12
const STILL_TO_SHIP = 7

/**
 * A year of business with customers who do not exist: nobody can sign in as them, and without a verified address nobody is written
 * to. The units that their orders hold come on top of the catalogue's stock.
 */
export async function loadDemoYear(tx: Transaction, config: Config, now: number) {
  const year = new Date(now - 366 * DAY_MS)
  const customers = await tx
    .insert(users)
    .values(
      Array.from({ length: CUSTOMERS }, (_, place) => ({
        id: newId(),
        subject: `${DEMO_SUBJECT}${place + 1}`,
        email: `demo-${place + 1}@shop.example`,
        name: `Demo Customer ${place + 1}`,
        createdAt: year,
      })),
    )
    .onConflictDoNothing()
    .returning()
  // Somebody else has all of their addresses.
  if (!customers.length) return
  const stock = await tx.select().from(products).orderBy(products.createdAt)
  const world = { customers, stock, config, now }
  const { paid, unpaid } = demoOrders(world)
  const made = demoRefunds(paid, now)
  const { issued, counters } = demoDocuments(paid, made, world)
  const asked = demoQuotes(world, paid)
  await insertRows(tx, bookings, [...paid, ...unpaid])
  await insertRows(tx, shipments, shippedOf(paid))
  await tx.insert(refunds).values(made)
  await insertRows(tx, documents, issued)
  await tx.insert(documentCounters).values(counters)
  await tx.insert(quotes).values(asked)
  await tx.execute(sql`
    select setval('bookings_number_seq', (select max(number) from ${bookings})), setval('quote_numbers', ${asked.length})`)
}

const shippedOf = (paid: PaidDemoOrder[]) =>
  paid
    .slice(0, -STILL_TO_SHIP)
    .filter(({ refundedCents, priceCents }) => refundedCents < priceCents)
    .map(({ id, number, paidAt }) => ({
      bookingId: id,
      carrier: 'Example Freight',
      number: `EF-${number}`,
      sentOn: isoDay(paidAt.getTime() + DAY_MS),
      recordedBy: 'demo',
    }))
