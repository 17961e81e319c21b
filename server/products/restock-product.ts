import { formatCount } from '#contract/format-number.ts'
import type { Restock } from '#contract/product-changes.ts'
import { MAX_QUANTITY } from '#contract/products.ts'
import { idFrom, newId } from '../database/new-id.ts'
import type { Caller } from '../http/authenticate.ts'
import { refuse } from '../http/refuse.ts'
import type { Shop } from '../shop-context.ts'
import * as changes from './change-store.ts'
import { withLockedProduct } from './with-locked-product.ts'

/** Changes the stock between two orders, never over one, and once per idempotency key. */
export async function restockProduct(
  shop: Shop,
  caller: Caller,
  id: string,
  restock: Restock,
  idempotencyKey: string | null,
) {
  const changeId = idempotencyKey ? idFrom(`${caller.id} ${id} ${idempotencyKey}`) : newId()
  const restocked = await withLockedProduct(shop, id, async (tx, { quantity }) => {
    const recorded = await changes.findChange(tx, changeId)
    if (recorded) return assertSame(recorded, restock)
    const to = quantityAfter(quantity, restock)
    if (to === quantity) return
    await changes.setQuantity(tx, id, to)
    await changes.record(tx, id, caller.email, [
      { id: changeId, field: 'quantity', from: quantity, to, reason: restock.reason },
    ])
  })
  shop.cacheTags.invalidate('stock')
  return restocked
}

function quantityAfter(quantity: number, { add, set, from }: Restock): number {
  if (set !== undefined && from !== quantity)
    throw refuse.conflict(
      `The quantity has changed to ${formatCount(quantity)} in the meantime: count again, or add units instead`,
      'set',
    )
  const to = set ?? quantity + (add ?? 0)
  if (to > MAX_QUANTITY) throw refuse.invalid('The quantity must be at most 2,000,000,000', 'add')
  return to
}

type Recorded = NonNullable<Awaited<ReturnType<typeof changes.findChange>>>

function assertSame({ before, after, reason }: Recorded, { add = 0, set, from, reason: given }: Restock) {
  const same = set === undefined ? after === Number(before) + add : after === set && before === from
  if (!same || reason !== given) throw refuse.conflict('This idempotency key was used for another change')
}
