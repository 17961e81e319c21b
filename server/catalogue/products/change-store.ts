import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ProductChange } from '#contract/catalogue/product-changes.ts'
import { toCents } from '#contract/formats/money.ts'
import { slugOf } from '#contract/formats/slug.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { productChanges, products } from '../../platform/database/schema.ts'
import { columns as productColumns } from './store.ts'

export type Difference = Pick<ProductChange, 'field' | 'from' | 'to'> & { reason?: string }

/** A product as those see it who look after it. */
export const columns = { ...productColumns, version: products.version }
export const notDeleted = (id: string) => and(eq(products.id, id), isNull(products.deletedAt))

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
    differences.map(({ field, from, to, reason = '' }) => ({
      id: newId(),
      productId,
      changedBy: by,
      field,
      before: from,
      after: to,
      reason,
    })),
  )
}
