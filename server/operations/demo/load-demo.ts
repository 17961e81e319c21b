import { count } from 'drizzle-orm'
import { slugOf } from '#contract/formats/slug.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import { products, ratings, shopFlags } from '../../platform/database/schema.ts'
import type { Shop } from '../../shop-context.ts'
import { handTools } from './hand-tools.ts'
import { loadDemoYear } from './load-demo-year.ts'
import { materials } from './materials.ts'
import { powerToolsAndSafety } from './power-tools-and-safety.ts'
import { demoReviews } from './reviews.ts'

const LOADED = 'demo catalogue loaded'
const MINUTE_MS = 60_000

/** Fills an empty shop with the demo catalogue and a year of business, once in its life. */
export async function loadDemo({ db, config }: Pick<Shop, 'db' | 'config'>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const first = await tx.insert(shopFlags).values({ key: LOADED }).onConflictDoNothing().returning()
    const [existing] = await tx.select({ products: count() }).from(products)
    if (!first.length || existing?.products) return false
    const now = Date.now()
    // One minute apart, so that "newest first" is the order in which they are listed here.
    const createdAt = (index: number) => new Date(now - (index + 1) * MINUTE_MS)
    const catalogue = interleave([handTools, powerToolsAndSafety, materials])
    await tx.insert(products).values(
      catalogue.map(({ specs, ...product }, index) => ({
        id: newId(),
        ...product,
        categorySlug: slugOf(product.category),
        specs: Object.entries(specs).map(([name, value]) => ({ name, value })),
        demo: true,
        createdBy: 'demo',
        createdAt: createdAt(index),
      })),
    )
    await tx.insert(ratings).values(
      demoReviews.map(({ image, ...review }, index) => ({
        id: newId(),
        ...review,
        image: image ?? '',
        demo: true,
        createdAt: createdAt(index),
      })),
    )
    if (config.demoOrders) await loadDemoYear(tx, config, now)
    return true
  })
}

/** The groups in turn, so that the home page shows some of each. */
function interleave<T>(groups: T[][]): T[] {
  const longest = Math.max(...groups.map((group) => group.length))
  return Array.from({ length: longest }, (_, index) =>
    groups.flatMap((group) => group.slice(index, index + 1)),
  ).flat()
}
