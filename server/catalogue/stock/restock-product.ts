import type { Restock } from '#contract/catalogue/product-changes.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { claimKey } from '../../platform/endpoints/idempotency-key.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as changes from '../products/change-store.ts'
import { withLockedProduct } from '../products/with-locked-product.ts'
import { stockProblem } from './stock-problem.ts'
import { countHeld } from './stock-store.ts'

/** Changes the stock between two orders, never over one, and once per idempotency key. */
export async function restockProduct(
  shop: Shop,
  caller: Caller,
  id: string,
  restock: Restock,
  keyed: KeyedRequest | null,
) {
  const restocked = await withLockedProduct(shop, id, async (tx, { quantity }) => {
    if (await claimKey(tx, keyed, id)) return
    const to = quantityAfter(quantity, restock)
    if (to === quantity) return
    const held = to > quantity ? await countHeld(tx, [id]) : null
    const problem = held && stockProblem(to, held.get(id))
    if (problem) throw refuse.invalid(problem, restock.set === undefined ? 'add' : 'set')
    await changes.setQuantity(tx, id, to)
    await changes.record(tx, id, caller.email, [
      { field: 'quantity', from: quantity, to, reason: restock.reason },
    ])
  })
  shop.cacheTags.invalidate('catalogue')
  return restocked
}

function quantityAfter(quantity: number, { add, set, from }: Restock): number {
  if (set !== undefined && from !== quantity)
    throw refuse.conflict(
      `The quantity has changed to ${formatCount(quantity)} in the meantime: count again, or add units instead`,
      'set',
    )
  return set ?? quantity + (add ?? 0)
}
