import type { NewRating } from '#contract/people/ratings.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { claimKey } from '../../platform/endpoints/idempotency-key.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { howToProve, isProven, limitDaily } from '../users/daily-limits.ts'
import * as ratings from './store.ts'

export const MAX_UNPROVEN = 3
export const MAX_PER_DAY = 20
export const MAX_PER_CUSTOMER = 100

const DAY_S = 86_400

type Sent = {
  rating: NewRating
  keyed: KeyedRequest | null
  /** Of the client. */
  address: string
}

/**
 * Adds a review, once per idempotency key. Everybody reads all of them, so each customer may write a limited number, and few
 * until they have confirmed their email or paid.
 */
export async function addRating(shop: Shop, caller: Caller, { rating, keyed, address }: Sent) {
  const id = newId()
  await shop.db.transaction(async (tx) => {
    if (await claimKey(tx, keyed, id)) return
    const written = await ratings.lockAndCount(tx, caller.id)
    if (!written) throw refuse.forbidden('This account was removed')
    if (shop.config.rateLimit) {
      limitCustomer(written)
      if (!(await isProven(tx, caller))) await limitUnproven(shop, tx, { written: written.inAll, address })
    }
    await ratings.add(tx, id, caller, rating)
  })
  shop.cacheTags.invalidate('ratings')
}

function limitCustomer({ inAll, today, seconds }: ratings.Written) {
  if (inAll >= MAX_PER_CUSTOMER)
    throw refuse.conflict(`You have written ${MAX_PER_CUSTOMER} reviews, the most one customer can write.`)
  if (today >= MAX_PER_DAY)
    throw refuse.tooMany(`You have written ${MAX_PER_DAY} reviews in one day. Try again tomorrow.`, seconds)
}

async function limitUnproven(
  shop: Shop,
  tx: Transaction,
  { written, address }: { written: number; address: string },
) {
  if (written >= MAX_UNPROVEN)
    throw refuse.tooMany(
      `You have written ${MAX_UNPROVEN} reviews. ${howToProve(shop)} to write more.`,
      DAY_S,
    )
  await limitDaily(shop, tx, 'review', address)
}
