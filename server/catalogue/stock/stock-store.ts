import { type SQL, sql } from 'drizzle-orm'
import type { Session, Transaction } from '../../platform/database/connect.ts'

const LARGEST_INTEGER = 2_147_483_647

/** A product's quantity with units put back. It never fails: what exceeds the column, as `stockProblem` prevents, is dropped. */
export const quantityPlus = (units: SQL | number) =>
  sql`least(products.quantity + ${units}::bigint, ${LARGEST_INTEGER}::int)`

/** A product's quantity, deleted or not, as it stays until the transaction ends. */
export async function lockQuantity(tx: Transaction, id: string): Promise<number> {
  const { rows } = await tx.execute<{ quantity: number }>(
    sql`select quantity from products where id = ${id} for no key update`,
  )
  return rows[0]?.quantity ?? 0
}

/**
 * How many units of each product unpaid orders and offers hold: all of them may come back. Whoever adds units locks the product
 * first, because each new hold locks it as well.
 */
export async function countHeld(db: Session | Transaction, productIds: string[]) {
  if (productIds.length === 0) return new Map<string, number>()
  const ids = sql`any(${sql.param(productIds)}::uuid[])`
  const { rows } = await db.execute<{ id: string; units: number }>(sql`
    select product_id as id, sum(units)::float8 as units from (
      select product_id, orders as units from bookings where product_id = ${ids} and state in ('open', 'closing') and held
      union all
      select product_id, held from quotes where product_id = ${ids} and state = 'offered'
    ) as holds group by product_id`)
  return new Map(rows.map(({ id, units }) => [id, units]))
}
