import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test, vi } from 'vitest'
import { EXPORTED_QUANTITY_COLUMN, FIELD_COLUMNS, ID_COLUMN } from '#contract/catalogue/import-columns.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openImportClient } from '#test/import-client.ts'
import { openShopForFile } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile({ TIME_ZONE: 'America/New_York' })
const admin = await shop.signUpAdmin()
const client = openImportClient(shop, admin)

const PIECES = [
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  '\r',
  "'",
  "''",
  '=',
  '+',
  '-',
  '@',
  '＝',
  '＠',
  ' ',
  '\u00a0',
  '\u2028',
  '\uFEFF',
  '\\',
  '🔨',
  '山',
  'é',
  '12" pipe',
  '=1+1',
  '=cmd|x',
  'a',
  'sep=;',
  '0',
  '1e5',
  '\u0001',
  '<b>',
  '%',
  'null',
]
/** Repeatable, so that a failure can be looked at. */
function createRandom(seed: number) {
  return (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
}

beforeAll(async () => {
  const random = createRandom(7)
  const nasty = () => Array.from({ length: 1 + random(6) }, () => PIECES[random(PIECES.length)]).join('')
  const filled = (text: string) => (text.trim() === '' ? 'x' : text)
  for (let at = 0; at < 120; at++) {
    const { status, text } = await shop.call('POST', '/api/products', {
      token: admin.token,
      body: {
        name: filled(nasty()),
        sku: at % 3 ? `${nasty().slice(0, 20)}${at}` : '',
        category: `${nasty().slice(0, 20)}a`,
        description: filled(nasty()),
        image: at % 2 ? '/demo/abc,.svg' : 'https://example.com/a,b;"c"',
        specs: Array.from({ length: random(4) }, (_, spec) => ({
          name: `${nasty()}${spec}`,
          value: filled(nasty()),
        })),
        price: (1 + random(100_000)) / 100,
        quantity: random(1_000_000),
        minimum: 1 + random(500),
      },
    })
    expect(status, text).toBe(200)
  }
})

test('an export imported again changes nothing, whatever the texts', async () => {
  const before: Product[] = (await shop.call('GET', '/api/products')).json
  const exported = await client.export()
  const checked = await client.check(exported)
  expect(checked.errors).toEqual([])
  expect(checked).toMatchObject({ rows: before.length, unchanged: before.length, created: 0, updated: 0 })
  for (const delimiter of [';', '\t']) {
    const records: string[][] = parse(exported, { bom: true, relax_column_count: true })
    const rewritten = records
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter))
      .join('\n')
    expect(await client.check(rewritten)).toMatchObject({
      problem: '',
      errors: [],
      unchanged: before.length,
      wrong: 0,
    })
  }
})

test('an export opens in spreadsheets and starts no formula', async () => {
  const response = await fetch(`${shop.origin}/api/products.csv`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="products.csv"',
    'cache-control': 'no-store',
  })
  const exported = await client.export()
  const columns = [ID_COLUMN, ...FIELD_COLUMNS, EXPORTED_QUANTITY_COLUMN, 'spec: ']
  expect(exported.startsWith(`\uFEFF${columns.join(',')}`)).toBe(true)
  const records: string[][] = parse(exported, { bom: true })
  expect(records.length).toBeGreaterThan(100)
  expect(records.flat().filter((cell) => /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(cell))).toEqual([])
})

test('orders are exported by days of the shop’s time zone, with what was paid and refunded', async () => {
  const checkout = openCheckoutClient(shop)
  const buyer = await shop.signUp({ name: '=Eve()' })
  const product = await checkout.addProduct(100_000)
  const [late, early] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  const { $client: pool } = shop.shop.db
  // 23:30 on the 14th and 00:30 on the 15th in New York.
  await pool.query(`update bookings set created_at = '2026-11-15T04:30:00Z' where id = $1`, [late._id])
  await pool.query(`update bookings set created_at = '2026-11-15T05:30:00Z' where id = $1`, [early._id])
  const orders = async (query: string): Promise<Record<string, string>[]> => {
    const { status, text } = await shop.call('GET', `/api/bookings.csv${query}`, { token: admin.token })
    expect(status, text).toBe(200)
    return parse(text, { bom: true, columns: true })
  }
  expect(await orders('?from=2026-11-14&to=2026-11-14')).toMatchObject([
    {
      number: String(late.number),
      date: '2026-11-14 23:30:00',
      customer: "'=Eve()",
      email: buyer.email,
      quantity: String(late.orders),
      state: 'unpaid',
    },
  ])
  expect(await orders('?from=2026-11-15&to=2026-11-15')).toMatchObject([{ number: String(early.number) }])
  expect(await orders('?to=2026-11-13')).toEqual([])
  expect(await orders('?from=2026-11-14')).toHaveLength(2)
  const refused = await shop.call('GET', '/api/bookings.csv?from=2026-11-15&to=2026-11-14', {
    token: admin.token,
  })
  expect(refused).toMatchObject({ status: 400, json: { error: 'The first date is after the last' } })
})
