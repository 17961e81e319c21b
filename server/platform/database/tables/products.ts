import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { productFields } from '#contract/catalogue/product-fields.ts'
import type { Spec } from '#contract/catalogue/spec-lines.ts'
import { createdAt, id, newestFirst, referenceTo, timestamptz } from './columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** The trigger that keeps `product_words` names the same fields. */
const weightedWords = Object.entries(productFields)
  .flatMap(([name, field]) =>
    'search' in field
      ? `setweight(words_in(${field.kind === 'specs' ? `specs_text(${name})` : name}), '${field.search}')`
      : [],
  )
  .join(' || ')

export const products = pgTable(
  'products',
  {
    id: id(),
    name: text().notNull(),
    /** Empty, or unlike every other of a product that is not deleted, whatever its case. */
    sku: text().notNull().default(''),
    category: text().notNull().default(''),
    /** The contract's `slugOf` of the category. */
    categorySlug: text('category_slug').notNull().default(''),
    image: text().notNull(),
    description: text().notNull(),
    specs: jsonb().$type<Spec[]>().notNull().default([]),
    priceCents: integer('price_cents').notNull(),
    quantity: integer().notNull(),
    minimum: integer().notNull().default(100),
    /** Counts the edits, so that the second of two editors is refused instead of overwriting the first. */
    version: integer().notNull().default(1),
    demo: boolean().notNull().default(false),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    deletedAt: timestamptz('deleted_at'),
    deletedBy: text('deleted_by'),
    /** The contract's `isOrderable`. A column, because an index on the quantity itself would slow down every order. */
    orderable: boolean().notNull().generatedAlwaysAs(sql`greatest(minimum, 100) < quantity`),
    /** Stock for fewer than three minimum orders: the contract's `LOW_STOCK_ORDERS`. */
    lowStock: boolean('low_stock')
      .notNull()
      .generatedAlwaysAs(sql`quantity < 3::bigint * greatest(minimum, 100)`),
    nameWords: tsvector('name_words').notNull().generatedAlwaysAs(sql`words_in(name)`),
    words: tsvector().notNull().generatedAlwaysAs(sql.raw(weightedWords)),
  },
  (t) => [
    check('products_price', sql`${t.priceCents} between 1 and 99999999`),
    check('products_quantity', sql`${t.quantity} >= 0`),
    check('products_minimum', sql`${t.minimum} between 1 and 2000000000`),
    check('products_category', sql`(${t.category} = '') = (${t.categorySlug} = '')`),
    check('products_named', sql`${t.name} <> ''`),
    check('products_deletion_named', sql`(${t.deletedAt} is null) = (${t.deletedBy} is null)`),
    // The migration adds what the builder cannot express: the columns that these include, for index-only filtering.
    index('products_newest')
      .on(...newestFirst(t))
      .where(sql`deleted_at is null`),
    index('products_cheapest')
      .on(t.priceCents, ...newestFirst(t))
      .where(sql`deleted_at is null`),
    // For the job that looks for pictures without a product, deleted ones included.
    index('products_of_picture').on(t.image).where(sql`image like '/pictures/%'`),
    uniqueIndex('products_sku').on(sql`lower(${t.sku})`).where(sql`sku <> '' and deleted_at is null`),
    // Deleted ones as well: PostgreSQL combines no two indexes that have a condition in common, and those of the words have that one.
    index('products_of_category')
      .on(t.categorySlug, ...newestFirst(t))
      .where(sql`category_slug <> ''`),
    index('products_of_category_cheapest')
      .on(t.categorySlug, t.priceCents, ...newestFirst(t))
      .where(sql`category_slug <> '' and deleted_at is null`),
    index('products_words').using('gin', t.words).with({ fastupdate: false }).where(sql`deleted_at is null`),
    index('products_name_words')
      .using('gin', t.nameWords)
      .with({ fastupdate: false })
      .where(sql`deleted_at is null`),
    index('products_low_stock').on(t.id).where(sql`low_stock and deleted_at is null`),
  ],
)

/** Every word ever used in a product, maintained by a trigger: candidates for prefixes and misspellings. */
export const productWords = pgTable('product_words', { word: text().primaryKey() }, (t) => [
  index('product_words_alike').using('gin', t.word.op('gin_trgm_ops')),
])

/** A product's history: who changed which field, from what to what. */
export const productChanges = pgTable(
  'product_changes',
  {
    id: id(),
    productId: referenceTo('product_id', () => products.id),
    changedBy: text('changed_by').notNull(),
    changedAt: timestamptz('changed_at').notNull().defaultNow(),
    field: text().notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    reason: text().notNull().default(''),
  },
  (t) => [
    index('product_changes_by_product').on(t.productId, ...newestFirst({ createdAt: t.changedAt, id: t.id })),
  ],
)
