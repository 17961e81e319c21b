import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { openShopForFile } from '#test/shop.ts'

const NAMED = 2_400
const DESCRIBED = 2_100

const shop = await openShopForFile()
const { $client } = shop.shop.db
// So many that the search walks along an index: it takes the way of a large catalogue.
await $client.query(
  `insert into products (id, name, image, description, price_cents, quantity, created_by, created_at)
   select gen_random_uuid(), case when n <= $1 then 'Gizmo ' else 'Widget ' end || n, '/x.svg',
     case when n <= $1 then 'Plain' else 'Fits a gizmo of enamel' end, 100 + n * 7919 % 10007, n, 'test',
     timestamptz '2020-01-01' + n * interval '1 minute'
   from generate_series(1, $2::int) as n`,
  [NAMED, NAMED + DESCRIBED],
)
await $client.query('analyze products')

const ask = async (query: string) => {
  const { json, headers } = await shop.call('GET', `/api/products?${query}`)
  return {
    found: json as Product[],
    total: headers.get('x-total-count'),
    exact: headers.get('x-total-exact'),
    link: headers.get('link'),
  }
}
const numberOf = ({ name }: Product) => Number(name.split(' ')[1])

test('more matches than are counted say so, and those with the word in their names come first, newest first', async () => {
  const { found, total, exact } = await ask('q=gizmo&limit=100')
  expect({ total, exact }).toEqual({ total: '2000', exact: 'false' })
  expect(found.map(numberOf)).toEqual(Array.from({ length: 100 }, (_, place) => NAMED - place))
})

test('a word that no name holds finds the descriptions, newest first', async () => {
  const { found, exact } = await ask('q=enamel')
  expect(exact).toBe('false')
  expect(found.map(numberOf)).toEqual(Array.from({ length: 24 }, (_, place) => NAMED + DESCRIBED - place))
})

test('every page up to the last one that can be reached is full, and none repeats another', async () => {
  const numbers = new Set<number>()
  for (let page = 1; page <= 20; page++) {
    const { found } = await ask(`q=enamel&limit=100&page=${page}`)
    expect(found).toHaveLength(100)
    for (const product of found) numbers.add(numberOf(product))
  }
  expect(numbers.size).toBe(2_000)
  expect((await ask('q=enamel&limit=100&page=20')).link).not.toContain('next')
  expect((await ask('q=enamel&limit=100&page=21')).found).toEqual([])
})

test.each(['price-asc', 'price-desc', 'newest', 'stock'])(
  'the %s of all matches come first, not of some',
  async (sort) => {
    const all: Product[] = (await shop.call('GET', '/api/products')).json
    const matching = all.filter(({ name, description }) => /gizmo/i.test(name + description))
    const compare = {
      'price-asc': (a: Product, b: Product) => a.price - b.price,
      'price-desc': (a: Product, b: Product) => b.price - a.price,
      newest: (a: Product, b: Product) => numberOf(b) - numberOf(a),
      stock: (a: Product, b: Product) => b.quantity - a.quantity,
    }[sort]
    const { found } = await ask(`q=gizmo&sort=${sort}&limit=50`)
    expect(found.map(({ price }) => price)).toEqual(
      matching
        .toSorted(compare)
        .slice(0, 50)
        .map(({ price }) => price),
    )
  },
)

test('a filter that leaves few of many matches is counted exactly', async () => {
  const all: Product[] = (await shop.call('GET', '/api/products')).json
  const cheap = all.filter(({ name, description, price }) => /gizmo/i.test(name + description) && price <= 3)
  const { total, exact } = await ask('q=gizmo&max=3')
  expect({ total, exact }).toEqual({ total: String(cheap.length), exact: 'true' })
})

test('two words that are common but never together find nothing, and it is known for sure', async () => {
  const { total, exact, found } = await ask('q=plain+enamel')
  expect({ total, exact, found }).toEqual({ total: '0', exact: 'true', found: [] })
})

test('of too many to rank, whole words come before parts of words, and what cannot be ordered last', async () => {
  await $client.query(
    `insert into products (id, name, image, description, price_cents, quantity, created_by, created_at)
     select gen_random_uuid(), case when n <= 3 then 'Gadget ' else 'Minigadget ' end || n, '/x.svg', 'Whirrs', 100,
       case when n % 2 = 0 then 0 else 900 end, 'test', timestamptz '2021-01-01' + n * interval '1 minute'
     from generate_series(1, 2500) as n`,
  )
  await $client.query('analyze products')
  const { found, exact } = await ask('q=gadget&limit=100')
  expect(exact).toBe('false')
  expect(found.map(numberOf)).toEqual([3, 1, ...Array.from({ length: 98 }, (_, place) => 2_499 - 2 * place)])
  const late = await ask('q=gadget&limit=100&page=13')
  expect(late.found.map(numberOf).slice(48, 52)).toEqual([7, 5, 2_500, 2_498])
  await $client.query(`delete from products where description = 'Whirrs'`)
})

test('statistics that are out of date cost time, not products', async () => {
  await shop.shop.db.$client.query(`delete from products where name like 'Widget%'`)
  shop.shop.cacheTags.invalidate('catalogue')
  expect(await ask('q=enamel')).toMatchObject({ found: [], total: '0', exact: 'true' })
  expect(await ask('q=gizmo&limit=1')).toMatchObject({ total: '2000', exact: 'false' })
})
