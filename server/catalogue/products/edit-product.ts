import type { ManagedProduct, ProductEdit } from '#contract/catalogue/product-changes.ts'
import { editedFields, isSameValue } from '#contract/catalogue/product-fields.ts'
import { toCents, toDollars } from '#contract/formats/money.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { requirePicture } from '../pictures/require-picture.ts'
import * as changes from './change-store.ts'
import { refuseTakenSku } from './refuse-taken-sku.ts'
import { withLockedProduct } from './with-locked-product.ts'

/** Changes what is different and records each difference. Sent again, an edit that is done already stays done. */
export async function editProduct(shop: Shop, caller: Caller, id: string, edit: ProductEdit) {
  const { version, price, ...others } = edit
  const wanted = price === undefined ? others : { ...others, price: toDollars(toCents(price)) }
  const edited = await refuseTakenSku(shop, edit.sku, () =>
    withLockedProduct(shop, id, async (tx, product) => {
      const differences = differencesOf(product, wanted)
      if (differences.length === 0) return
      if (product.version !== version)
        throw refuse.conflict(
          'Someone else has changed this product in the meantime. Reload it to see the change, then make yours.',
          'version',
        )
      const image = differences.find(({ field }) => field === 'image')
      if (image) await requirePicture(tx, String(image.to))
      await changes.edit(tx, id, differences)
      await changes.record(tx, id, caller.email, differences)
    }),
  )
  shop.cacheTags.invalidate('catalogue')
  return edited
}

function differencesOf(product: ManagedProduct, wanted: Omit<ProductEdit, 'version'>): changes.Difference[] {
  return editedFields.flatMap((field) => {
    const [from, to] = [product[field], wanted[field]]
    return to === undefined || isSameValue(to, from) ? [] : [{ field, from, to }]
  })
}
