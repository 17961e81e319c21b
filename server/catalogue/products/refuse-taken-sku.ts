import { violatedConstraint } from '../../platform/database/connect.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as products from './store.ts'

/** Writes a product; the index decides whether its SKU is taken, also between two who write at once. */
export async function refuseTakenSku<T>(
  { db }: Shop,
  sku: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (sku === undefined || violatedConstraint(error) !== 'products_sku') throw error
    const other = await products.findBySku(db, sku)
    const sentence = other
      ? `Another product has this SKU: ${other.name}`
      : 'Another product had this SKU a moment ago. Try again.'
    throw refuse.conflict(sentence, 'sku')
  }
}
