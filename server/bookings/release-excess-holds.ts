import type { Shop } from '../shop-context.ts'
import * as holds from './hold-store.ts'

/** Of the products on sale. */
const MAX_SHARE = 0.1

/**
 * Keeps one customer from reserving the whole shop: a customer who has never paid holds at most a share of its stock, and
 * older holds are released. Their orders stay and can be paid while the units are available.
 *
 * Runs after an order is committed, so that of two concurrent orders the later check sees both. Of first orders that different
 * processes place at the same moment none is checked: their excess stays until the customer's next order.
 */
export async function releaseExcessHolds(shop: Shop, userId: string) {
  if (!shop.config.rateLimit) return
  try {
    for (const { id } of await holds.claimExcess(shop.db, userId, MAX_SHARE)) await shop.closeBooking(id)
  } catch (err) {
    shop.log.warn({ err, userId }, 'excess holds are not released yet; a job will retry')
  }
}
