import { getTableColumns, sql } from 'drizzle-orm'
import { bookings, products } from '../schema.ts'

/** An order from before the shop kept the SKU has the product's, as it is now. */
export const bookingColumns = {
  ...getTableColumns(bookings),
  sku: sql<string>`coalesce(${bookings.sku}, (select ${products.sku} from ${products} where ${products.id} = ${bookings.productId}))`.as(
    'sku',
  ),
}
