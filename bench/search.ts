import { openTestShop, type TestShop } from '#test/shop.ts'
import { fillCatalogue, LARGEST_CATEGORY, skuOf } from './fill-catalogue.ts'
import { comparison, figure, median, ms, quantile, type Row } from './table.ts'

const SIZES = [1_000, 50_000, 500_000]
const ROUNDS = 300
const WARM_UP = 20
const MAX_GROWTH = 3
/** All categories are counted: this grows with the catalogue, and is done once per change of it. */
const MAX_CATEGORIES_MS = 500
const REACHABLE_PAGES = 416

const all = (words: string) => words.split(',').map((q) => ({ q }))

/** What is asked, in turn. */
const CASES: Record<string, (size: number) => Record<string, string>[]> = {
  'one common word': () => all('steel,brass,hammer,drill,carton,copper,bolt,handle'),
  'two words': () => all('cordless drill,forged hammer,brass valve,steel bolt,nylon rope,compact saw'),
  'a beginning': () => all('ste,ham,cor,alum,scr,dri,gal,tele'),
  'a typing error': () => all('hamer,screwdirver,wrensh,chizel,aluminm,galvanised,titaniun,goggels'),
  'a part of a word': () => all('driver,barrow,glass,scopic'),
  'a SKU': (size) => [7, 77, 777].map((number) => ({ q: skuOf(number % size) })),
  'a category': () => categories,
  'a category, cheapest first': () => categories.map((category) => ({ ...category, sort: 'price-asc' })),
  'a word in a category': () =>
    ['steel', 'nylon', 'handle'].flatMap((q) => categories.map((category) => ({ ...category, q }))),
  'a price range, cheapest first': () => ranges.map((range) => ({ ...range, sort: 'price-asc' })),
  'a price range, newest first': () => ranges,
  'the first page': () => [{ page: '1' }],
  'the last page that can be reached': (size) => [
    { page: String(Math.min(Math.ceil(size / 24), REACHABLE_PAGES)) },
  ],
}
const categories = [LARGEST_CATEGORY.slug, 'every-hammer', 'every-valve', 'every-rope'].map((category) => ({
  category,
}))
const ranges: Record<string, string>[] = [
  { min: '5', max: '20' },
  { min: '1', max: '1.50' },
  { min: '100', max: '400' },
  { min: '0.50', max: '900', inStock: 'true' },
]

/** Paged list and search at three sizes of the catalogue: each answered by the whole shop, over HTTP, without anything kept. */
export async function measureSearch(serverUrl: string, say: (sentence: string) => void): Promise<Row[]> {
  const shops: { size: number; shop: TestShop; ask: ReturnType<typeof asker> }[] = []
  try {
    for (const size of SIZES) {
      say(`Filling a catalogue with ${size.toLocaleString('en-US')} products`)
      const shop = await openTestShop(serverUrl)
      await fillCatalogue(shop.shop.db, size)
      shops.push({ size, shop, ask: asker(shop) })
    }
    const rows = []
    for (const [name, queries] of Object.entries(CASES)) {
      const times = SIZES.map((): number[] => [])
      // One size after the other within each round, so that whatever else the machine does falls on all of them.
      for (let round = -WARM_UP; round < ROUNDS; round++)
        for (const [place, { size, ask }] of shops.entries()) {
          const asked = queries(size)
          const query = new URLSearchParams(asked[(round + WARM_UP) % asked.length])
          const took = await ask(`/api/products?${query}`)
          if (round >= 0) times[place]?.push(took)
        }
      rows.push(growthOf(`Search, ${name}: p50 / p99 at 500,000 products`, times))
    }
    return [...rows, await measureCategories(shops.at(-1)?.ask)]
  } finally {
    for (const { shop } of shops) await shop.close()
  }
}

async function measureCategories(ask?: ReturnType<typeof asker>): Promise<Row> {
  const times: number[] = []
  for (let round = 0; ask && round < WARM_UP; round++) times.push(await ask('/api/categories'))
  const slowest = Math.max(...times)
  const what = 'All categories: p50 / slowest at 500,000 products'
  const shown = `${ms(median(times))} / ${ms(slowest)}`
  return figure(what, shown, `≤ ${ms(MAX_CATEGORIES_MS)}`, slowest <= MAX_CATEGORIES_MS)
}

/** By the middle or by the slowest hundredth, whichever grew more. */
function growthOf(what: string, times: number[][]): Row {
  const figures = times.map((some) => ({ p50: median(some), p99: quantile(some, 0.99) }))
  const [small, middle, large] = figures.map(({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`)
  const grew = (share: 'p50' | 'p99') =>
    (figures.at(-1)?.[share] ?? Number.NaN) / (figures[0]?.[share] ?? Number.NaN)
  const pair: [string, string] = [String(large), `1,000: ${small}; 50,000: ${middle}`]
  return comparison(what, pair, Math.max(grew('p50'), grew('p99')), { most: MAX_GROWTH })
}

function asker({ origin, shop }: TestShop) {
  return async (target: string) => {
    shop.cacheTags.invalidate('catalogue')
    const since = performance.now()
    const answer = await fetch(origin + target)
    const listed = (await answer.json()) as unknown[]
    if (!answer.ok || listed.length === 0)
      throw new Error(`${target} was answered ${answer.status} with ${listed.length} rows`)
    return performance.now() - since
  }
}
