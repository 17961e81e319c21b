import type { ProductSearch, ProductSort } from '#contract/catalogue/product-search.ts'
import type { Product, ProductPage } from '#contract/catalogue/products.ts'
import type { TotalCount } from '#contract/formats/format-number.ts'
import { toCents } from '#contract/formats/money.ts'
import type { Database } from '../../platform/database/connect.ts'
import { cappedTotal, paginate, type RowRange, rangeOf } from '../../platform/database/queries/paginate.ts'
import type { Shop } from '../../shop-context.ts'
import type { Filters, Matching, Word } from '../products/store.ts'
import * as products from '../products/store.ts'
import { isMisspelling } from './misspelling.ts'
import { toTextQuery } from './text-query.ts'

/** At most this many matches are counted and ranked; words that match more say too little to rank by. */
const MAX_RANKED = 2_000
/** An index scan gives up here: the matches are rarer than estimated. */
const MAX_SCANNED_ROWS = 20_000
/** Where at least every so many-th product matches, an index scan soon meets a page of them. */
const MAX_SCANNED_PER_MATCH = 20
/** Known words are looked up for each word of a search: at most so many that contain it, and so many that it may be meant as. */
const KNOWN_WORDS = 20
const CORRECTIONS = 3
/** From 0 to 1, as pg_trgm counts it. */
const MIN_SIMILARITY = 0.3

type Found = { ids: string[]; total: number; exact: boolean; corrected?: boolean }
type Query = Omit<Matching, 'place'>

/** One page of the catalogue. However many products there are, only a bounded part of them is looked at. */
export async function searchProducts({ db }: Shop, search: ProductSearch): Promise<ProductPage> {
  const found = search.q === '' ? await listAll(db, search) : await findText(db, search)
  const { ids, total, exact, corrected = false } = found
  return { products: await products.findAll(db, ids), total, exact, corrected }
}

/** Where nothing was found: the products that have one of the words in their names, well or badly spelled, whatever they cost. */
export async function suggestProducts({ db }: Shop, q: string, most: number): Promise<Product[]> {
  const words = (await products.splitWords(db, q, KNOWN_WORDS)).filter(isTelling)
  const query = toTextQuery(
    words.map((word) => ({ ...word, completions: [] })),
    await correct(db, words),
    'any',
  )
  return query ? products.findAll(db, await products.similarNames(db, query, q, most)) : []
}

/** A number, a unit or a way of packing says nothing about what a product is. */
const isTelling = ({ word }: Word) => word.length > 2 && /\p{L}/u.test(word) && !PACKING.has(word)
const PACKING = new Set([
  'bag',
  'box',
  'bundle',
  'case',
  'pack',
  'pair',
  'pcs',
  'piece',
  'pieces',
  'roll',
  'set',
  'size',
])

async function correct(db: Database, words: Word[]): Promise<string[][]> {
  const similar = await products.similarWords(db, words, MIN_SIMILARITY, KNOWN_WORDS)
  return words.map(({ word }, place) =>
    (similar[place] ?? []).filter((known) => isMisspelling(word, known)).slice(0, CORRECTIONS),
  )
}

async function listAll(db: Database, search: ProductSearch): Promise<Found> {
  const filters = filtersOf(search)
  const sort = search.sort === 'relevance' ? 'newest' : search.sort
  const { rows, ...counted } = await paginate(
    search,
    (range) => products.listIds(db, filters, sort, range),
    (most) => products.countUpTo(db, filters, most),
  )
  return { ids: rows, ...counted }
}

async function findText(db: Database, search: ProductSearch): Promise<Found> {
  const filters = filtersOf(search)
  const range = rangeOf(search, MAX_RANKED)
  const words = await products.splitWords(db, search.q, KNOWN_WORDS)
  const compounds = words.map((word) => word.compounds)
  const query: Query = { query: toTextQuery(words, compounds), whole: toTextQuery(words), filters }
  const bySku = await products.findBySku(db, search.q, filters)
  if (bySku) return skuFirst(db, bySku.id, query, search.sort, range)
  const found = await findMatches(db, query, search.sort, range)
  if (found.total > 0 || (await isFoundUnfiltered(db, query, search))) return found
  const corrections = await correct(db, words)
  if (corrections.every((some) => some.length === 0)) return NOTHING
  const corrected = toTextQuery(words, corrections)
  const similar = await findMatches(db, { ...query, query: corrected, whole: corrected }, search.sort, range)
  return { ...similar, corrected: true }
}

/** The product with this very SKU comes before those with the words, in whatever order they are. */
async function skuFirst(
  db: Database,
  id: string,
  query: Query,
  sort: ProductSort,
  range: RowRange,
): Promise<Found> {
  const { offset, limit } = range
  const filters = { ...query.filters, except: id }
  const others = await findMatches(db, { ...query, filters }, sort, {
    offset: Math.max(0, offset - 1),
    limit,
  })
  const ids = offset === 0 ? [id, ...others.ids].slice(0, limit) : others.ids
  return { ids, ...cappedTotal(MAX_RANKED, others.total + 1), ...(!others.exact && { exact: false }) }
}

/** Whether the words are right, and only a filter is in the way. */
async function isFoundUnfiltered(db: Database, query: Query, search: ProductSearch) {
  const { min, max, inStock, category } = search
  if (min === null && max === null && !inStock && category === '') return false
  const filters = filtersOf({ ...search, min: null, max: null, inStock: false, category: '' })
  return (await findMatches(db, { ...query, filters }, search.sort, { offset: 0, limit: 1 })).total > 0
}

const NOTHING: Found = { ids: [], total: 0, exact: true }

async function findMatches(db: Database, query: Query, sort: ProductSort, range: RowRange): Promise<Found> {
  if (query.whole === '') return NOTHING
  const anywhere: Matching = { ...query, place: 'anywhere' }
  if ((await products.estimateMatches(db, anywhere)) <= MAX_RANKED) {
    const { ids, found } = await products.collectMatches(db, anywhere, sort, range, MAX_RANKED + 1)
    if (found <= MAX_RANKED) return { ids, total: found, exact: true }
  }
  return sort === 'relevance' ? bestFirst(db, query, range) : scanOrCollect(db, anywhere, sort, range)
}

/** Too many to rank: one group after the other until the page is full, the newest of each first. */
async function bestFirst(db: Database, query: Query, { offset, limit }: RowRange): Promise<Found> {
  const upToHere = { offset: 0, limit: offset + limit }
  const ids = new Set<string>()
  const pageOf = (counted: TotalCount) => ({ ...counted, ids: [...ids].slice(offset, upToHere.limit) })
  for (const group of bestGroups(query)) {
    const found = await newestOf(db, group, upToHere)
    for (const id of found.ids) ids.add(id)
    if (ids.size >= upToHere.limit) return pageOf({ total: MAX_RANKED, exact: false })
  }
  const all = await scanOrCollect(db, { ...query, place: 'anywhere' }, 'newest', upToHere)
  for (const id of all.ids) ids.add(id)
  return pageOf(all)
}

/** Each is part of the next one. What cannot be ordered is in none of them. */
function bestGroups({ query, whole, filters }: Query): Matching[] {
  const orderable = { ...filters, inStock: true }
  const byName = { query: whole, whole, place: 'in the name', filters: orderable } as const
  return [
    byName,
    ...(query === whole ? [] : [{ ...byName, query }]),
    { query, whole, place: 'anywhere', filters: orderable },
  ]
}

async function newestOf(db: Database, group: Matching, window: RowRange): Promise<{ ids: string[] }> {
  return (await isRare(db, group))
    ? products.collectMatches(db, group, 'relevance', window, MAX_RANKED)
    : scanOrCollect(db, group, 'newest', window)
}

/** Worth ranking: named by few products, and not by every other one of a small category. */
async function isRare(db: Database, group: Matching) {
  if (group.place !== 'in the name') return false
  const [matches, passed] = await Promise.all([
    products.estimateMatches(db, group),
    products.estimateFiltered(db, group.filters),
  ])
  return matches <= MAX_RANKED && matches * MAX_SCANNED_PER_MATCH < passed
}

/** Matches that are too many to sort: the index of the order meets them soon. If it does not, they are sorted after all. */
async function scanOrCollect(
  db: Database,
  matching: Matching,
  sort: Exclude<ProductSort, 'relevance'>,
  window: RowRange,
): Promise<Found> {
  if (sort !== 'stock') {
    const ids = await products.scanMatches(db, matching, sort, window, MAX_SCANNED_ROWS)
    if (ids.length === window.limit) return { ids, total: MAX_RANKED, exact: false }
  }
  const { ids, found } = await products.collectMatches(db, matching, sort, window)
  return { ids, ...cappedTotal(MAX_RANKED, found) }
}

const filtersOf = ({ min, max, inStock, category }: ProductSearch): Filters => ({
  minCents: min === null ? null : toCents(min),
  maxCents: max === null ? null : toCents(max),
  inStock,
  category,
})
