import type { Shop } from '../shop.ts'
import * as holds from './hold-store.ts'

/** Of the products on offer. */
const SHARE = 0.1

/**
 * Keeps one customer from taking the shop off sale: who has never paid holds at most a share of its stock, and what was set
 * aside for them earlier goes on sale again. Their orders stay and can be paid while the units are there.
 *
 * It looks after an order is committed, so of two at the same moment the later look sees both.
 */
export async function releaseExcess(shop: Shop, userId: string) {
  if (!shop.config.rateLimit) return
  try {
    for (const { id } of await holds.claimExcess(shop.db, userId, SHARE)) await shop.closeBooking(id)
  } catch (err) {
    shop.log.warn(
      { err, userId },
      'units held in excess are not released yet; the next scheduled run goes on',
    )
  }
}
