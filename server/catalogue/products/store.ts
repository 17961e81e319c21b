import { and, asc, desc, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { defaultValues, type FieldName, mapFields } from '#contract/catalogue/product-fields.ts'
import type { ProductSort } from '#contract/catalogue/product-search.ts'
import type { NewProduct, Product } from '#contract/catalogue/products.ts'
import { toCents, toDollars } from '#contract/formats/money.ts'
import { slugOf } from '#contract/formats/slug.ts'
import type { Database, Transaction } from '../../platform/database/connect.ts'
import type { RowRange } from '../../platform/database/queries/paginate.ts'
import { preparedPerDatabase } from '../../platform/database/queries/prepared-per-database.ts'
import { readInBatches } from '../../platform/database/queries/read-in-batches.ts'
import { products, productWords } from '../../platform/database/schema.ts'

type FieldColumns = Pick<typeof products, Exclude<FieldName, 'price'>> & { price: SQL<number> }
const price = sql<number>`${products.priceCents}`.mapWith(toDollars)

/** A product as calls answer it. */
export const columns = {
  _id: products.id,
  ...(mapFields((_field, name) => (name === 'price' ? price : products[name])) as FieldColumns),
}

const listAfter = preparedPerDatabase((db) =>
  db
    .select({ ...columns, createdAt: sql<string>`${products.createdAt}::text` })
    .from(products)
    .where(
      and(
        isNull(products.deletedAt),
        sql`(${products.createdAt}, ${products.id}) < (${sql.placeholder('createdAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(...ORDERS.newest)
    .limit(sql.placeholder('limit'))
    .prepare('list_products'),
)
type ListedRow = Product & { createdAt: string }
const toListed = ({ createdAt, ...product }: ListedRow): Product => product
const BEFORE_ALL = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }

/** The newest products. */
export async function list(db: Database, limit: number): Promise<Product[]> {
  const rows = await listAfter(db).execute({ ...BEFORE_ALL, limit })
  return rows.map(toListed)
}

/** All products, newest first, streamed in batches. */
export const listInBatches = (db: Database, size?: number) =>
  readInBatches(
    (before: ListedRow[], limit) => {
      const last = before.at(-1)
      return listAfter(db).execute({
        ...(last ? { createdAt: last.createdAt, id: last._id } : BEFORE_ALL),
        limit,
      })
    },
    toListed,
    size,
  )

const byIds = preparedPerDatabase((db) =>
  db
    .select(columns)
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder('ids')}::uuid[])`, isNull(products.deletedAt)))
    .prepare('find_products'),
)

/** The products of these ids, in the order of the ids. */
export async function findAll(db: Database, ids: string[]): Promise<Product[]> {
  const rows = await byIds(db).execute({ ids })
  const found = new Map(rows.map((row) => [row._id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** The price of a product, deleted or not, as it stays until the transaction ends. */
export async function lockPrice(tx: Transaction, id: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ priceCents: products.priceCents })
    .from(products)
    .where(eq(products.id, id))
    .for('no key update')
  return row?.priceCents
}

export async function add(
  db: Database | Transaction,
  id: string,
  { price, ...product }: NewProduct,
  createdBy: string,
) {
  const values = { ...defaultValues, ...product, priceCents: toCents(price) }
  const categorySlug = slugOf(values.category ?? '')
  await db
    .insert(products)
    .values({ id, ...values, categorySlug, createdBy })
    .onConflictDoNothing({ target: products.id })
}

/** Hides a product from lists and calls; orders and history keep referring to it. */
export async function remove(db: Database | Transaction, id: string, removedBy: string): Promise<boolean> {
  const removed = await db
    .update(products)
    .set({ deletedAt: new Date(), deletedBy: removedBy })
    .where(and(eq(products.id, id), isNull(products.deletedAt)))
    .returning({ id: products.id })
  return removed.length > 0
}

export type Filters = {
  minCents: number | null
  maxCents: number | null
  inStock: boolean
  /** A category's slug, or empty for all. */
  category: string
  /** The id of a product that is not asked for. */
  except?: string
}
type KeySort = Exclude<ProductSort, 'relevance'>

// Ties of a price are broken in the direction in which its index can be read backwards.
const ORDERS: Record<KeySort, SQL[]> = {
  newest: [desc(products.createdAt), desc(products.id)],
  'price-asc': [asc(products.priceCents), desc(products.createdAt), desc(products.id)],
  'price-desc': [desc(products.priceCents), asc(products.createdAt), asc(products.id)],
  stock: [desc(products.quantity), desc(products.createdAt), desc(products.id)],
}

const matchesFilters = ({ minCents, maxCents, inStock, category, except }: Filters) =>
  and(
    isNull(products.deletedAt),
    category === '' ? undefined : eq(products.categorySlug, category),
    minCents === null ? undefined : gte(products.priceCents, minCents),
    maxCents === null ? undefined : lte(products.priceCents, maxCents),
    inStock ? sql`${products.orderable}` : undefined,
    except === undefined ? undefined : ne(products.id, except),
  )

const NO_FILTERS: Filters = { minCents: null, maxCents: null, inStock: false, category: '' }

/** The one product with this SKU, whatever its case. */
export async function findBySku(db: Database, sku: string, filters = NO_FILTERS) {
  const [row] = await db
    .select({ id: products.id, name: products.name })
    .from(products)
    .where(and(sql`lower(${products.sku}) = lower(${sku})`, ne(products.sku, ''), matchesFilters(filters)))
  return row ?? null
}

/** Ids without a search: read from the index that is in the right order, hardly ever from the table. */
export async function listIds(db: Database, filters: Filters, sort: KeySort, { offset, limit }: RowRange) {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(matchesFilters(filters))
    .orderBy(...ORDERS[sort])
    .limit(limit)
    .offset(offset)
  return rows.map(({ id }) => id)
}

/** How many products match the filters; counting stops at `most`. */
export async function countUpTo(db: Database, filters: Filters, most: number): Promise<number> {
  return db.$count(
    db
      .select({ one: sql`1`.as('one') })
      .from(products)
      .where(matchesFilters(filters))
      .limit(most)
      .as('passed'),
  )
}

/** Text queries of PostgreSQL: all that match `query`, of which those that match `whole` come first; `place` says where the words have to stand. */
export type Matching = { query: string; whole: string; place: 'anywhere' | 'in the name'; filters: Filters }

const column = { anywhere: products.words, 'in the name': products.nameWords }
const matches = ({ query, place }: Pick<Matching, 'query' | 'place'>) =>
  sql`${column[place]} @@ ${query}::tsquery`

/** How many products match, by PostgreSQL's own estimate. */
export const estimateMatches = (db: Database, matching: Matching) =>
  estimateRows(db, and(matchesFilters(matching.filters), matches(matching)))

/** How many products pass the filters, by PostgreSQL's own estimate. */
export const estimateFiltered = (db: Database, filters: Filters) => estimateRows(db, matchesFilters(filters))

async function estimateRows(db: Database, condition: SQL | undefined): Promise<number> {
  const { rows } = await db.execute<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${products} where ${condition}`,
  )
  return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}

/** All that match, collected by the words' index and then sorted; collecting ends at `most`. */
export async function collectMatches(
  db: Database,
  matching: Matching,
  sort: ProductSort,
  { offset, limit }: RowRange,
  most?: number,
): Promise<{ ids: string[]; found: number }> {
  const query = sql`${matching.query}::tsquery`
  const rank = sql`orderable, ${matches({ ...matching, query: matching.whole })} as whole,
    ts_rank(${products.nameWords}, ${query}, 2) as nearness, ts_rank(${products.words}, ${query}) as weight`
  const relevance = sql`orderable desc, whole desc, nearness desc, weight desc`
  const order = sort === 'relevance' ? [relevance, ...ORDERS.newest] : ORDERS[sort]
  const { rows } = await db.execute<{ ids: string[]; found: number }>(sql`
    with found as materialized (
      select id, created_at, price_cents, quantity ${sort === 'relevance' ? sql`, ${rank}` : sql``} from ${products}
      where ${matchesFilters(matching.filters)} and ${matches(matching)} limit ${most ?? null}
    )
    select (select count(*)::int from found) as found, array(
      select id from found as ${products} order by ${sql.join(order, sql`, `)} limit ${limit} offset ${offset}
    ) as ids`)
  return rows[0] ?? { ids: [], found: 0 }
}

/** The first that match in the order of an index, looked for among its first `rows` products only. */
export async function scanMatches(
  db: Database,
  matching: Matching,
  sort: KeySort,
  { offset, limit }: RowRange,
  rows: number,
): Promise<string[]> {
  const walked = await db.execute<{ id: string }>(sql`
    select id from (
      select id, name_words, words, created_at, price_cents, quantity from ${products} where ${matchesFilters(matching.filters)}
      order by ${sql.join(ORDERS[sort], sql`, `)} limit ${rows}
    ) as ${products} where ${matches(matching)}
    order by ${sql.join(ORDERS[sort], sql`, `)} limit ${limit} offset ${offset}`)
  return walked.rows.map(({ id }) => id)
}

export type Word = {
  word: string
  /** Its English stem as a text query; empty for words such as "the". */
  stem: string
  /** Known words that begin with it. */
  completions: string[]
  /** Known words that it is a part of, such as screwdriver for "drivers". */
  compounds: string[]
}

/** The words of a text as products' words are kept, each with at most so many known ones. */
export async function splitWords(db: Database, text: string, most: number): Promise<Word[]> {
  // A part follows at least three letters, makes up two fifths of the word and is more than its ending: "lock" is one of a
  // padlock, but not of a block, and "table" none of adjustable.
  const { rows } = await db.execute<Word>(sql`
    select word, plainto_tsquery('english', word)::text as stem, array(
        select known.word from ${productWords} as known
        where length(written.word) > 2 and known.word >= written.word and known.word < written.word || U&'\\+10FFFF'
        order by length(known.word), known.word limit ${most}
      ) as completions, array(
        select known.word from ${productWords} as known
        where length(part) > 3 and known.word like '___%' || part || '%' and length(known.word) * 2 <= length(part) * 5
          and length((ts_lexize('english_stem', known.word))[1]) >= strpos(known.word, part) + 2
        order by length(known.word), known.word limit ${most}
      ) as compounds
    from regexp_split_to_table(plain_text(${text}), ' ') with ordinality as written (word, place),
      lateral (select (ts_lexize('english_stem', word))[1] as bare) as stemmed,
      lateral (select case when length(bare) > 3 and starts_with(word, bare) then bare else word end as part) as parted
    where word <> '' order by place`)
  return rows
}

/** For each word the known ones that share most of its trigrams; `least` is how many, from 0 to 1. */
export async function similarWords(
  db: Database,
  words: Word[],
  least: number,
  most: number,
): Promise<string[][]> {
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('pg_trgm.similarity_threshold', ${least}::text, true)`)
    return tx.execute<{ alike: string[] }>(sql`
      select array(
        select known.word from ${productWords} as known where known.word % written.word and known.word <> written.word
        order by similarity(known.word, written.word) desc, known.word limit ${most}
      ) as alike
      from json_array_elements_text(${JSON.stringify(words.map(({ word }) => word))}) with ordinality as written (word, place)
      order by place`)
  })
  return rows.map(({ alike }) => alike)
}

/** Of the newest products that match by name, those whose names are most like the text. */
export async function similarNames(db: Database, query: string, text: string, limit: number) {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select id, plain_text(name) as name from ${products}
      where ${isNull(products.deletedAt)} and ${products.nameWords} @@ ${query}::tsquery
      order by ${sql.join(ORDERS.newest, sql`, `)} limit 200
    ) as candidates
    order by word_similarity(plain_text(${text}), name) desc, similarity(plain_text(${text}), name) desc, id
    limit ${limit}`)
  return rows.map(({ id }) => id)
}
