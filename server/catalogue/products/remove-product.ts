import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as products from './store.ts'

/** Removes a product from sale, and with it what is offered of it. */
export async function removeProduct(shop: Shop, caller: Caller, id: string) {
  await shop.db.transaction(async (tx) => {
    await shop.withdrawQuotes(tx, { productId: id })
    if (!(await products.remove(tx, id, caller.email))) throw refuse.notFound('No such product')
    await shop.withdrawQuotes(tx, { productId: id })
  })
  shop.cacheTags.invalidate('catalogue')
}
