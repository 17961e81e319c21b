import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { browserArguments, findBrowser } from '../test/find-browser.ts'
import { freePort } from '../test/free-port.ts'
import { measureFirstTouch } from './first-touch.ts'
import { startShop } from './start-shop.ts'

const ROUNDS = Number(process.argv[2] ?? 5)
const PAGES = ['/', '/catalogue', '/blog', '/login']
const ITEM = 'Claw Hammer'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

/** Lighthouse as it judges a phone, on a shop of its own without the network: the median of several rounds a page. */
const shop = await startShop()
const port = await freePort()
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: [...browserArguments(), `--remote-debugging-port=${port}`],
})
const table = []
for (const page of [...PAGES, await findItem()]) {
  const rounds: Record<string, number>[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await judge(shop.origin + page))
  const middle = (name: string) => median(rounds.map((round) => round[name] ?? Number.NaN))
  table.push({
    page,
    ...Object.fromEntries(Object.keys(rounds[0] ?? {}).map((name) => [name, middle(name)])),
  })
}
console.table(table)
const answers: number[] = []
for (let round = 0; round < ROUNDS; round++) answers.push(await measureFirstTouch(browser, shop.origin))
console.log(
  `From the first touch of a throttled phone to the open menu: ${median(answers)} ms (${answers.join(', ')})`,
)
await browser.close()
await shop.stop()

async function findItem() {
  const response = await fetch(`${shop.origin}/api/products?q=${encodeURIComponent(ITEM)}`)
  const [item] = (await response.json()) as Product[]
  if (!item) throw new Error(`the demo catalogue has no ${ITEM}`)
  return itemAddress(item)
}

async function judge(url: string): Promise<Record<string, number>> {
  const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES })
  if (!result) throw new Error(`Lighthouse gave no result for ${url}`)
  const { categories, audits } = result.lhr
  for (const audit of Object.values(audits))
    if (audit.score === 0 && process.env.DETAILS)
      console.log(url, audit.id, audit.displayValue ?? audit.title)
  return {
    ...Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)])),
    'LCP ms': Math.round(audits['largest-contentful-paint']?.numericValue ?? Number.NaN),
    'FCP ms': Math.round(audits['first-contentful-paint']?.numericValue ?? Number.NaN),
    'TBT ms': Math.round(audits['total-blocking-time']?.numericValue ?? Number.NaN),
    'layout shift': audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    'total KB': Math.round((audits['total-byte-weight']?.numericValue ?? Number.NaN) / 1024),
  }
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
