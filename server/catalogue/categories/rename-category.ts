import type { Category } from '#contract/catalogue/categories.ts'
import { slugOf } from '#contract/formats/slug.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as categories from './category-store.ts'

/** The search indexes make each product costly to rename: orders of a large category would wait for all of it. */
const PRODUCTS_AT_A_TIME = 1_000

/**
 * Renames a category for all its products, many of them in several steps: what was cut off half-way is finished by doing it
 * again. Under the name of another category they become part of that one, which keeps its spelling.
 */
export function renameCategory(shop: Shop, caller: Caller, slug: string, name: string): Promise<Category> {
  const from = slugOf(slug)
  const to = slugOf(name)
  return shop.withMutex('names of categories', async () => {
    if (!(await categories.findCategory(shop.db, from))) throw refuse.notFound('No such category')
    const other = to === from ? null : await categories.findCategory(shop.db, to)
    const target = { slug: to, name: other?.name ?? name }
    let renamed: number
    do {
      renamed = await categories.renameSome(shop.db, from, target, caller.email, PRODUCTS_AT_A_TIME)
      shop.cacheTags.invalidate('catalogue')
    } while (renamed === PRODUCTS_AT_A_TIME)
    const category = await categories.findCategory(shop.db, to)
    if (!category) throw refuse.notFound('No such category')
    return category
  })
}
