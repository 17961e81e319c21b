import { sql } from 'drizzle-orm'
import type { Category } from '#contract/categories.ts'
import type { Database } from '../database/connect.ts'
import { products } from '../database/schema.ts'

/** By name. Of several spellings with one slug the most common one names the category. */
export async function listCategories(db: Database): Promise<Category[]> {
  const { rows } = await db.execute<Category>(sql`
    select mode() within group (order by category) as name, category_slug as slug, count(*)::int as products
    from ${products} where category_slug <> '' and deleted_at is null group by category_slug order by name`)
  return rows
}
