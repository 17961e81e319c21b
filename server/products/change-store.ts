import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { CHANGES_PER_PAGE, type ProductChange, type ProductHistory } from '#contract/product-changes.ts'
import { slugOf } from '#contract/slug.ts'
import type { Database, Transaction } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { productChanges, products } from '../database/schema.ts'
import { columns as productColumns } from './store.ts'

export type Difference = Pick<ProductChange, 'field' | 'from' | 'to'> & { id?: string; reason?: string }

const columns = { ...productColumns, version: products.version }
const notDeleted = (id: string) => and(eq(products.id, id), isNull(products.deletedAt))

/** The product as it is now and stays until the transaction ends. */
export async function lock(tx: Transaction, id: string) {
  const [row] = await tx.select(columns).from(products).where(notDeleted(id)).for('update')
  return row ?? null
}

export async function edit(tx: Transaction, id: string, differences: Difference[]) {
  const values = differences.flatMap(({ field, to }) => {
    if (field === 'price') return [['priceCents', toCents(Number(to))]]
    if (field === 'category')
      return [
        [field, to],
        ['categorySlug', slugOf(String(to))],
      ]
    return [[field, to]]
  })
  await tx
    .update(products)
    .set({ ...Object.fromEntries(values), version: sql`${products.version} + 1` })
    .where(eq(products.id, id))
}

export async function setQuantity(tx: Transaction, id: string, quantity: number) {
  await tx.update(products).set({ quantity }).where(eq(products.id, id))
}

export async function record(tx: Transaction, productId: string, by: string, differences: Difference[]) {
  await tx.insert(productChanges).values(
    differences.map(({ id = newId(), field, from, to, reason = '' }) => ({
      id,
      productId,
      changedBy: by,
      field,
      before: from,
      after: to,
      reason,
    })),
  )
}

export async function findChange(tx: Transaction, id: string) {
  const [change] = await tx.select().from(productChanges).where(eq(productChanges.id, id))
  return change ?? null
}

/** The product with what was changed, newest first; `before` is the id of the last change already seen. */
export async function findHistory(db: Database, id: string, before?: string): Promise<ProductHistory | null> {
  const [row] = await db
    .select({ ...columns, addedBy: products.createdBy, addedAt: products.createdAt })
    .from(products)
    .where(notDeleted(id))
  if (!row) return null
  const { addedBy, addedAt, ...product } = row
  const newest = [desc(productChanges.changedAt), desc(productChanges.id)]
  const rows = await db
    .select({
      _id: productChanges.id,
      by: productChanges.changedBy,
      at: productChanges.changedAt,
      field: productChanges.field,
      from: productChanges.before,
      to: productChanges.after,
      reason: productChanges.reason,
    })
    .from(productChanges)
    .where(
      and(
        eq(productChanges.productId, id),
        before
          ? sql`(${productChanges.changedAt}, ${productChanges.id}) < (select changed_at, id from ${productChanges} as seen where seen.id = ${before})`
          : undefined,
      ),
    )
    .orderBy(...newest)
    .limit(CHANGES_PER_PAGE + 1)
  return {
    product,
    addedBy,
    addedAt: addedAt.toISOString(),
    changes: rows
      .slice(0, CHANGES_PER_PAGE)
      .map(({ at, ...change }) => ({ ...change, at: at.toISOString() }) as ProductChange),
    more: rows.length > CHANGES_PER_PAGE,
  }
}
