import type { Database, Transaction } from '../../platform/database/connect.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as bookings from '../bookings/store.ts'

const DAY_SECONDS = 86_400

/** How many unpaid orders a customer may have. */
export const openOrderLimit = ({ config }: Shop) => (config.rateLimit ? config.openOrderLimit : 2_000_000_000)

/** How many orders a customer may place within a day, those that were deleted since included: each is a row, and a mail. */
export const dailyOrderLimit = ({ config }: Shop) => (config.rateLimit ? 10 * config.openOrderLimit : null)

export async function refuseTooManyToday(shop: Shop, userId: string) {
  const limit = dailyOrderLimit(shop)
  if (limit && (await bookings.countOfLastDay(shop.db, userId, limit)) >= limit)
    throw refuse.tooMany(`You have placed ${limit} orders within a day. Try again tomorrow.`, DAY_SECONDS)
}

export async function refuseTooManyUnpaid(shop: Shop, db: Database | Transaction, userId: string) {
  const limit = openOrderLimit(shop)
  if ((await bookings.countUnpaid(db, userId)) >= limit)
    throw refuse.conflict(`You have ${limit} unpaid orders: pay or delete one before you place another`)
}
