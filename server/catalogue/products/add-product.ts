import type { NewProduct } from '#contract/catalogue/products.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { claimKey } from '../../platform/endpoints/idempotency-key.ts'
import type { Shop } from '../../shop-context.ts'
import { requirePicture } from '../pictures/require-picture.ts'
import { refuseTakenSku } from './refuse-taken-sku.ts'
import * as products from './store.ts'

/** Adds a product, once per idempotency key. */
export async function addProduct(
  shop: Shop,
  caller: Caller,
  product: NewProduct,
  keyed: KeyedRequest | null,
) {
  const id = newId()
  await refuseTakenSku(shop, product.sku, () =>
    shop.db.transaction(async (tx) => {
      if (await claimKey(tx, keyed, id)) return
      await requirePicture(tx, product.image)
      await products.add(tx, id, product, caller.email)
    }),
  )
  shop.cacheTags.invalidate('catalogue')
}
