import type { NewProduct } from '#contract/products.ts'
import type { Caller } from '../http/authenticate.ts'
import { requirePicture } from '../pictures/require-picture.ts'
import type { Shop } from '../shop-context.ts'
import { refuseTakenSku } from './refuse-taken-sku.ts'
import * as products from './store.ts'

/** Nothing happens if the id is taken: the same request has arrived before. */
export async function addProduct(shop: Shop, caller: Caller, id: string, product: NewProduct) {
  await refuseTakenSku(shop, product.sku, () =>
    shop.db.transaction(async (tx) => {
      await requirePicture(tx, product.image)
      await products.add(tx, id, product, caller.email)
    }),
  )
  shop.cacheTags.invalidate('catalogue')
}
