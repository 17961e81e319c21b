import type { ManagedProduct } from '#contract/catalogue/product-changes.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as changes from './change-store.ts'

/** Holds the product's row while it is changed, so that orders and other changes come before or after. */
export function withLockedProduct(
  { db }: Shop,
  id: string,
  change: (tx: Transaction, product: ManagedProduct) => Promise<void>,
): Promise<ManagedProduct> {
  return db.transaction(async (tx) => {
    const product = await changes.lock(tx, id)
    if (!product) throw refuse.notFound('No such product')
    await change(tx, product)
    return (await changes.lock(tx, id)) ?? product
  })
}
