import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Category } from '#contract/catalogue/categories.ts'
import type { Database } from '../../platform/database/connect.ts'
import { productChanges, products } from '../../platform/database/schema.ts'

/** Products without a category are in none. */
const categorized = and(ne(products.categorySlug, ''), isNull(products.deletedAt))
const ofCategory = (slug: string) => and(eq(products.categorySlug, slug), categorized)

/** By name. */
export const listCategories = (db: Database) => readCategories(db, categorized)

export async function findCategory(db: Database, slug: string): Promise<Category | null> {
  const [category] = await readCategories(db, ofCategory(slug))
  return category ?? null
}

/** Of several spellings with one slug the most common one names the category. All from one index, without the table. */
async function readCategories(db: Database, which: SQL | undefined): Promise<Category[]> {
  const { rows } = await db.execute<Category>(sql`
    select name, slug, products from (
      select distinct on (category_slug) category as name, category_slug as slug,
        sum(count(*)) over (partition by category_slug)::int as products
      from ${products} where ${which} group by category_slug, category
      order by category_slug, count(*) desc, category
    ) as categories order by name, slug`)
  return rows
}

/** Renames for the newest products that have another name, and records it, in one statement; says for how many. */
export async function renameSome(
  db: Database,
  slug: string,
  to: Omit<Category, 'products'>,
  by: string,
  most: number,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with named as materialized (
      select id, category from ${products} where ${ofCategory(slug)} and category <> ${to.name}
      order by created_at desc, id desc limit ${most} for no key update
    ), renamed as (
      update ${products} set category = ${to.name}, category_slug = ${to.slug}, version = version + 1
      from named where ${products.id} = named.id returning ${products.id} as id, named.category as before
    )
    insert into ${productChanges} (id, product_id, changed_by, field, before, after)
    select gen_random_uuid(), id, ${by}, 'category', to_jsonb(before), to_jsonb(${to.name}::text) from renamed`)
  return rowCount ?? 0
}
