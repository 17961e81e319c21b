import type { NewProduct } from '#contract/products.ts'
import type { Caller } from '../http/authenticate.ts'
import type { Shop } from '../shop-context.ts'
import { refuseTakenSku } from './refuse-taken-sku.ts'
import * as products from './store.ts'

export async function addProduct(shop: Shop, caller: Caller, product: NewProduct) {
  await refuseTakenSku(shop, product.sku, () => products.add(shop.db, product, caller.email))
  shop.cacheTags.invalidate('catalogue')
}
