import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../../platform/database/connect.ts'
import { bookings } from '../../platform/database/schema.ts'
import { notDeleted } from '../bookings/store.ts'

/** Where a customer's newest order went, and what was to be on its documents. */
export async function findLastDelivery(db: Database, userId: string) {
  const [delivery] = await db
    .select({
      phone: bookings.phone,
      address: bookings.address,
      purchaseOrder: bookings.purchaseOrder,
      billTo: bookings.billTo,
    })
    .from(bookings)
    .where(and(notDeleted, eq(bookings.userId, userId)))
    .orderBy(desc(bookings.createdAt), desc(bookings.id))
    .limit(1)
  if (!delivery) return null
  const { phone, address, purchaseOrder, billTo } = delivery
  return { phone, address, ...(purchaseOrder && { purchaseOrder }), ...(billTo && { billTo }) }
}
