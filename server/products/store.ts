import { and, desc, eq, isNull } from 'drizzle-orm'
import { toCents, toDollars } from '#contract/money.ts'
import type { NewProduct, Product } from '#contract/products.ts'
import type { Database } from '../database/connect.ts'
import { newId } from '../database/new-id.ts'
import { products } from '../database/schema.ts'

const columns = {
  _id: products.id,
  name: products.name,
  image: products.image,
  description: products.description,
  priceCents: products.priceCents,
  quantity: products.quantity,
  minimum: products.minimum,
}
type Row = Omit<Product, 'price'> & { priceCents: number }

const toProduct = ({ priceCents, quantity, minimum, ...row }: Row): Product => ({
  ...row,
  price: toDollars(priceCents),
  quantity,
  minimum,
})

export async function list(db: Database, limit?: number): Promise<Product[]> {
  const newest = db
    .select(columns)
    .from(products)
    .where(isNull(products.deletedAt))
    .orderBy(desc(products.createdAt), desc(products.id))
    .$dynamic()
  return (await (limit ? newest.limit(limit) : newest)).map(toProduct)
}

export async function find(db: Database, id: string): Promise<Product | null> {
  const [row] = await db
    .select(columns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
  return row ? toProduct(row) : null
}

export async function add(db: Database, { price, ...product }: NewProduct, createdBy: string) {
  await db.insert(products).values({ id: newId(), ...product, priceCents: toCents(price), createdBy })
}

/** Hides a product from lists and calls; orders and history go on referring to it. */
export async function remove(db: Database, id: string, removedBy: string): Promise<boolean> {
  const removed = await db
    .update(products)
    .set({ deletedAt: new Date(), deletedBy: removedBy })
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .returning({ id: products.id })
  return removed.length > 0
}
