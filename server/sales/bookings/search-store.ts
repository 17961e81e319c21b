import { and, between, eq, isNull, like, ne, or, sql } from 'drizzle-orm'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import { contains, startsWithPattern } from '../../platform/database/queries/like-patterns.ts'
import { bookings, documents, products, shipments } from '../../platform/database/schema.ts'

type Db = Database | Transaction

/** Shipments whose tracking number starts with the search text; beyond this many the search is too vague to be meant. */
const MAX_SHIPMENTS_FOUND = 50
const MAX_INTEGER = 2_147_483_647
// Each of these has an index.
export function matchesSearch(db: Db, q: string) {
  const sent = db
    .select({ id: shipments.bookingId })
    .from(shipments)
    .where(like(sql`lower(${shipments.number})`, startsWithPattern(q)))
    .limit(MAX_SHIPMENTS_FOUND)
  const billed = db
    .select({ id: documents.bookingId })
    .from(documents)
    .where(eq(documents.number, q.toUpperCase()))
  // For orders from before the shop kept their SKU.
  const ofProduct = db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(sql`lower(${products.sku})`, q), ne(products.sku, ''), isNull(products.deletedAt)))
  return or(
    contains(bookings.searchText, q),
    sql`${bookings.id} = any(array${sent})`,
    sql`${bookings.id} = any(array${billed})`,
    and(ne(bookings.sku, ''), like(sql`lower(${bookings.sku})`, startsWithPattern(q))),
    and(isNull(bookings.sku), sql`${bookings.productId} = any(array${ofProduct})`),
    hasNumber(q),
    idStartsWith(q),
  )
}

/** #1042, with or without its sign, or as a bank transfer names it. */
function hasNumber(q: string) {
  const number = Number(/^(?:order )?#?(\d{1,10})$/.exec(q)?.[1])
  return number <= MAX_INTEGER ? eq(bookings.number, number) : undefined
}

/** As it is in an address, or on a card statement. */
function idStartsWith(q: string) {
  const digits = q.replace(/^id/, '').replaceAll('-', '')
  return /^[\da-f]{1,32}$/.test(digits)
    ? between(bookings.id, digits.padEnd(32, '0'), digits.padEnd(32, 'f'))
    : undefined
}
