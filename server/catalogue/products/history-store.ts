import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  HISTORY_PER_PAGE,
  type HistoryQuery,
  type ProductChange,
  type ProductHistory,
  type ProductOrder,
} from '#contract/catalogue/product-changes.ts'
import type { Database } from '../../platform/database/connect.ts'
import { bookings, productChanges, products } from '../../platform/database/schema.ts'
import { columns, notDeleted } from './change-store.ts'

/** The product with what was changed and what was ordered, both newest first, each after the last entry already seen. */
export async function findHistory(
  db: Database,
  id: string,
  { before, beforeOrder }: HistoryQuery,
): Promise<ProductHistory | null> {
  const [row] = await db
    .select({ ...columns, addedBy: products.createdBy, addedAt: products.createdAt })
    .from(products)
    .where(notDeleted(id))
  if (!row) return null
  const { addedBy, addedAt, ...product } = row
  const [changes, orders] = await Promise.all([listChanges(db, id, before), listOrders(db, id, beforeOrder)])
  return {
    product,
    addedBy,
    addedAt: addedAt.toISOString(),
    changes: changes.slice(0, HISTORY_PER_PAGE),
    more: changes.length > HISTORY_PER_PAGE,
    orders: orders.slice(0, HISTORY_PER_PAGE),
    moreOrders: orders.length > HISTORY_PER_PAGE,
  }
}

async function listChanges(db: Database, id: string, before: string | undefined): Promise<ProductChange[]> {
  const rows = await db
    .select({
      _id: productChanges.id,
      by: productChanges.changedBy,
      at: productChanges.changedAt,
      field: productChanges.field,
      // As the driver has read it: the column would read a text such as "true" or "12" once more, as JSON.
      from: sql`${productChanges.before}`,
      to: sql`${productChanges.after}`,
      reason: productChanges.reason,
    })
    .from(productChanges)
    .where(and(eq(productChanges.productId, id), isBefore(productChanges, productChanges.changedAt, before)))
    .orderBy(desc(productChanges.changedAt), desc(productChanges.id))
    .limit(HISTORY_PER_PAGE + 1)
  return rows.map(({ at, ...change }) => ({ ...change, at: at.toISOString() }) as ProductChange)
}

async function listOrders(db: Database, id: string, before: string | undefined): Promise<ProductOrder[]> {
  const rows = await db
    .select({
      _id: bookings.id,
      number: bookings.number,
      by: bookings.email,
      at: bookings.createdAt,
      orders: bookings.orders,
      state: bookings.state,
      held: bookings.held,
      paidAt: bookings.paidAt,
      deletedAt: bookings.deletedAt,
      restocked: bookings.restocked,
    })
    .from(bookings)
    .where(and(eq(bookings.productId, id), isBefore(bookings, bookings.createdAt, before)))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(HISTORY_PER_PAGE + 1)
  return rows.map(({ at, state, held, paidAt, deletedAt, ...order }) => ({
    ...order,
    at: at.toISOString(),
    // Until it is closed it holds its units, unless it has lapsed before.
    state: state === 'closing' ? (held ? 'open' : 'lapsed') : state,
    ...(paidAt && { paidAt: paidAt.toISOString() }),
    ...(deletedAt && { deletedAt: deletedAt.toISOString() }),
  }))
}

/** Its moment is looked up: a date of JavaScript has no microseconds. */
function isBefore(
  table: PgTable & { id: PgColumn },
  moment: PgColumn,
  last: string | undefined,
): SQL | undefined {
  if (!last) return undefined
  const itsMoment = sql.identifier(moment.name)
  return sql`(${moment}, ${table.id}) < (select ${itsMoment}, id from ${table} as seen where seen.id = ${last})`
}
