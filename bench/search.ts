import { startTestServer } from '#test/database.ts'
import { openTestShop } from '#test/shop.ts'
import { fillCatalogue } from './large-catalogue.ts'

const SIZES = [1_000, 50_000, 500_000]
const ROUNDS = 300
const WARM_UP = 20
const MOST_GROWTH = 3
const REACHABLE_PAGES = 416

const all = (words: string) => words.split(',').map((q) => ({ q }))

/** What is asked, in turn; each is answered by the whole shop, over HTTP, without anything kept. */
const CASES: Record<string, (size: number) => Record<string, string>[]> = {
  'one common word': () => all('steel,brass,hammer,drill,carton,copper,bolt,handle'),
  'two words': () => all('cordless drill,forged hammer,brass valve,steel bolt,nylon rope,compact saw'),
  'a beginning': () => all('ste,ham,cor,alum,scr,dri,gal,tele'),
  'a typing error': () => all('hamer,screwdirver,wrensh,chizel,aluminm,galvanised,titaniun,goggels'),
  'a price range, cheapest first': () => ranges.map((range) => ({ ...range, sort: 'price-asc' })),
  'a price range, newest first': () => ranges,
  'the first page': () => [{ page: '1' }],
  'the last page that can be reached': (size) => [
    { page: String(Math.min(Math.ceil(size / 24), REACHABLE_PAGES)) },
  ],
}
const ranges: Record<string, string>[] = [
  { min: '5', max: '20' },
  { min: '1', max: '1.50' },
  { min: '100', max: '400' },
  { min: '0.50', max: '900', inStock: 'true' },
]

const server = await startTestServer()
const shops = []
for (const size of SIZES) {
  const since = performance.now()
  const shop = await openTestShop(server.url)
  await fillCatalogue(shop.shop.db, size)
  console.log(
    `${size.toLocaleString('en-US')} products in ${Math.round((performance.now() - since) / 1000)} s`,
  )
  shops.push({ size, shop, ask: asker(shop.origin) })
}

const heading = SIZES.map((size) => `${size.toLocaleString('en-US')} p50 / p99`.padStart(22)).join('')
console.log(`\n${'milliseconds'.padEnd(36)}${heading}    growth of p99`)
let worst = 0
for (const [name, queries] of Object.entries(CASES)) {
  const times = SIZES.map((): number[] => [])
  // One size after the other within each round, so that whatever else the machine does falls on all of them.
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const [place, { size, ask }] of shops.entries()) {
      const asked = queries(size)
      const took = await ask(asked[(round + WARM_UP) % asked.length] ?? {})
      if (round >= 0) times[place]?.push(took)
    }
  const figures = times.map((some) => ({ p50: quantile(some, 0.5), p99: quantile(some, 0.99) }))
  const growth = (figures.at(-1)?.p99 ?? 0) / (figures[0]?.p99 ?? 1)
  worst = Math.max(worst, growth)
  const cells = figures.map(({ p50, p99 }) => `${p50.toFixed(1)} / ${p99.toFixed(1)}`.padStart(22))
  console.log(`${name.padEnd(36)}${cells.join('')}${`${growth.toFixed(2)}×`.padStart(17)}`)
}
console.log(`\nThe largest growth is ${worst.toFixed(2)}×; less than ${MOST_GROWTH}× is asked for.`)
for (const { shop } of shops) await shop.close()
await server.stop()
process.exitCode = worst < MOST_GROWTH ? 0 : 1

function asker(origin: string) {
  return async (query: Record<string, string>) => {
    const since = performance.now()
    const answer = await fetch(`${origin}/api/products?${new URLSearchParams(query)}`)
    const products = (await answer.json()) as unknown[]
    if (!answer.ok || products.length === 0)
      throw new Error(
        `${JSON.stringify(query)} was answered ${answer.status} with ${products.length} products`,
      )
    return performance.now() - since
  }
}

function quantile(times: number[], share: number) {
  return times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
}
