import type { NewRating } from '#contract/ratings.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import * as ratings from './store.ts'

export const MAX_PER_DAY = 20
export const MAX_PER_CUSTOMER = 100

/**
 * Adds a review. Everybody reads all of them, so each customer may write a limited number.
 * Nothing happens if the id is taken: the same request has arrived before.
 */
export async function addRating(shop: Shop, caller: Caller, id: string, sent: NewRating) {
  await shop.db.transaction(async (tx) => {
    if (await ratings.isThere(tx, id)) return
    const written = await ratings.lockAndCount(tx, caller.id)
    if (!written) throw refuse.forbidden('This account was removed')
    if (shop.config.rateLimit) {
      const { inAll, today, seconds } = written
      if (inAll >= MAX_PER_CUSTOMER)
        throw refuse.conflict(
          `You have written ${MAX_PER_CUSTOMER} reviews, the most one customer can write.`,
        )
      if (today >= MAX_PER_DAY)
        throw refuse.tooMany(
          `You have written ${MAX_PER_DAY} reviews in one day. Try again tomorrow.`,
          seconds,
        )
    }
    await ratings.add(tx, id, caller, sent)
  })
  shop.cacheTags.invalidate('ratings')
}
