import type { ClientNetworks } from '#networks/client-network.ts'
import type { Shop } from '../../shop-context.ts'
import { findExcess, SMALLEST_SHARE_OF_ALL } from '../holds/excess-holds.ts'
import * as excess from '../holds/excess-store.ts'
import { lockHolds } from '../holds/hold-store.ts'
import { closeBooking } from './close-booking.ts'

/** An order that leaves more than so many times its units takes no product off sale. */
const LEFT_BY_SMALL_ORDERS = 10

/** Whether an order may have taken a product off sale. Then the holds of others are checked, too. */
export const takesMuch = (orders: number, available: number) => available <= LEFT_BY_SMALL_ORDERS * orders

/**
 * Keeps those who pay nothing from reserving the whole shop, be they one customer, one network or many: beyond a limit the oldest
 * holds are released. Their orders stay and can be paid while the units are available.
 *
 * Runs after the order is committed: when two orders come at the same moment, the later check sees both. If the process dies in
 * between, a job finds what is left to do.
 */
export async function releaseExcessHolds(shop: Shop, userId: string, networks?: ClientNetworks) {
  if (!shop.config.rateLimit) return
  try {
    await release(shop, { userId, wideNetwork: networks?.wide ?? null })
    if (networks && (await excess.isMoreHeldThan(shop.db, SMALLEST_SHARE_OF_ALL)))
      await release(shop, 'everybody')
  } catch (err) {
    shop.log.warn({ err, userId }, 'excess holds are not released yet; a job will retry')
  }
}

export async function releaseAllExcessHolds(shop: Shop) {
  if (shop.config.rateLimit) await release(shop, 'everybody')
}

async function release(shop: Shop, holders: excess.Holders) {
  if ((await findExcessOf(shop, shop.db, holders)).length === 0) return
  // One at a time in this process, so that whoever waits for other processes needs one connection, not many.
  const claimed = await shop.withMutex('excess holds', () =>
    shop.db.transaction(async (tx) => {
      await lockHolds(tx, 'everybody')
      const ids = await findExcessOf(shop, tx, holders)
      return excess.claim(tx, ids, holders === 'everybody' ? null : holders.userId)
    }),
  )
  // Orders are placed in turns: nobody waits here for the card provider.
  for (const { id, isClosedAtOnce } of claimed)
    if (isClosedAtOnce) await closeBooking(shop, id)
    else shop.jobs.send('close-booking', id)
}

async function findExcessOf(shop: Shop, db: excess.Db, holders: excess.Holders): Promise<string[]> {
  // Without mail nobody can confirm an address.
  const holds = await excess.listHolds(db, holders, shop.config.mail.off)
  // Counting products is left out where no number of them could change anything.
  if (findExcess(holds, 0).length === 0) return []
  const productIds = [...new Set(holds.map(({ productId }) => productId))]
  return findExcess(holds, await excess.countProductsOnSale(db, productIds)).map(({ id }) => id)
}
