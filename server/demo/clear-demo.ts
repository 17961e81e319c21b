import { and, eq, notExists } from 'drizzle-orm'
import type { Database } from '../database/connect.ts'
import { bookings, productChanges, products, ratings } from '../database/schema.ts'

/** Removes the demo catalogue. What was ordered or edited stays as a hidden record, because orders and history refer to it. */
export async function clearDemo(db: Database) {
  return db.transaction(async (tx) => {
    const ofProduct = [
      tx.select().from(bookings).where(eq(bookings.productId, products.id)),
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
    const reviews = await tx.delete(ratings).where(eq(ratings.demo, true)).returning({ id: ratings.id })
    return { products: removed.length + hidden.length, reviews: reviews.length }
  })
}
