import type { Database, Transaction } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import * as bookings from './store.ts'

/** How many unpaid orders a customer may have. */
export const openOrderLimit = ({ config }: Shop) => (config.rateLimit ? config.openOrderLimit : 2_000_000_000)

export async function refuseTooManyUnpaid(shop: Shop, db: Database | Transaction, userId: string) {
  const limit = openOrderLimit(shop)
  if ((await bookings.countUnpaid(db, userId)) >= limit)
    throw refuse.conflict(`You have ${limit} unpaid orders: pay or delete one before you place another`)
}
