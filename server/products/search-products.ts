import { toCents } from '#contract/money.ts'
import type { ProductSearch } from '#contract/product-search.ts'
import type { Product, ProductPage } from '#contract/products.ts'
import type { Database } from '../database/connect.ts'
import { cappedTotal, paginate, type RowRange, rangeOf } from '../database/paginate.ts'
import type { Shop } from '../shop-context.ts'
import type { Filters, Matching } from './store.ts'
import * as products from './store.ts'
import { toTextQuery } from './text-query.ts'

/** At most this many matches are counted and ranked; words that match more say too little to rank by. */
const MAX_RANKED = 2_000
/** An index scan gives up here: the matches are rarer than estimated. */
const MAX_SCANNED_ROWS = 20_000
const COMPLETIONS = 20
const CORRECTIONS = 3
/** From 0 to 1, as pg_trgm counts it. */
const SIMILARITY = { misspelled: 0.3, atAll: 0.1 }

type Found = { ids: string[]; total: number; exact: boolean; corrected?: boolean }
type Query = Omit<Matching, 'place'>

/** One page of the catalogue. However many products there are, only a bounded part of them is looked at. */
export async function searchProducts({ db }: Shop, search: ProductSearch): Promise<ProductPage> {
  const found = search.q === '' ? await listAll(db, search) : await findWords(db, search)
  const { ids, total, exact, corrected = false } = found
  return { products: await products.findAll(db, ids), total, exact, corrected }
}

/** Where nothing was found: the products whose names come nearest, whatever they cost. */
export async function suggestProducts({ db }: Shop, q: string, most: number): Promise<Product[]> {
  const words = await products.splitWords(db, q, COMPLETIONS)
  const alike = await products.similarWords(db, words, SIMILARITY.atAll, CORRECTIONS)
  const query = toTextQuery(words, alike, 'any')
  return query ? products.findAll(db, await products.similarNames(db, query, q, most)) : []
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

async function findWords(db: Database, search: ProductSearch): Promise<Found> {
  const words = await products.splitWords(db, search.q, COMPLETIONS)
  const query = toTextQuery(words)
  if (!query) return NOTHING
  const filters = filtersOf(search)
  const found = await findMatches(db, { query, filters }, search)
  if (found.total > 0 || (await isFoundUnfiltered(db, query, search))) return found
  const alike = await products.similarWords(db, words, SIMILARITY.misspelled, CORRECTIONS)
  if (alike.every((some) => some.length === 0)) return NOTHING
  const corrected = await findMatches(db, { query: toTextQuery(words, alike), filters }, search)
  return { ...corrected, corrected: true }
}

/** Whether the words are right, and only the price or the stock is in the way. */
async function isFoundUnfiltered(db: Database, query: string, search: ProductSearch) {
  const { min, max, inStock } = search
  if (min === null && max === null && !inStock) return false
  const unfiltered = { ...search, page: 1, min: null, max: null, inStock: false }
  return (await findMatches(db, { query, filters: filtersOf(unfiltered) }, unfiltered)).total > 0
}

const NOTHING: Found = { ids: [], total: 0, exact: true }

async function findMatches(db: Database, query: Query, search: ProductSearch): Promise<Found> {
  const anywhere: Matching = { ...query, place: 'anywhere' }
  const range = rangeOf(search, MAX_RANKED)
  if ((await products.estimateMatches(db, anywhere)) <= MAX_RANKED) {
    const { ids, found } = await products.collectMatches(db, anywhere, search.sort, range, MAX_RANKED + 1)
    if (found <= MAX_RANKED) return { ids, total: found, exact: true }
  }
  return search.sort === 'relevance'
    ? namesFirst(db, query, range)
    : scanOrCollect(db, anywhere, search.sort, range)
}

/** Too many to rank: those with the words in their names, then the others, the newest of each first. */
async function namesFirst(db: Database, query: Query, { offset, limit }: RowRange): Promise<Found> {
  const upToHere = { offset: 0, limit: offset + limit }
  const named: Matching = { ...query, place: 'in the name' }
  const few = (await products.estimateMatches(db, named)) <= MAX_RANKED
  const { ids: first } = few
    ? await products.collectMatches(db, named, 'relevance', upToHere, MAX_RANKED)
    : await scanOrCollect(db, named, 'newest', upToHere)
  if (first.length === upToHere.limit) return { ids: first.slice(offset), total: MAX_RANKED, exact: false }
  const others = await scanOrCollect(db, { ...query, place: 'anywhere' }, 'newest', upToHere)
  const all = new Set([...first, ...others.ids])
  return { ...others, ids: [...all].slice(offset, offset + limit) }
}

/** Matches that are too many to sort: the index of the order meets them soon. If it does not, they are sorted after all. */
async function scanOrCollect(
  db: Database,
  matching: Matching,
  sort: Exclude<ProductSearch['sort'], 'relevance'>,
  window: RowRange,
): Promise<Found> {
  if (sort !== 'stock') {
    const ids = await products.scanMatches(db, matching, sort, window, MAX_SCANNED_ROWS)
    if (ids.length === window.limit) return { ids, total: MAX_RANKED, exact: false }
  }
  const { ids, found } = await products.collectMatches(db, matching, sort, window)
  return { ids, ...cappedTotal(MAX_RANKED, found) }
}

const filtersOf = ({ min, max, inStock }: ProductSearch): Filters => ({
  minCents: min === null ? null : toCents(min),
  maxCents: max === null ? null : toCents(max),
  inStock,
})
