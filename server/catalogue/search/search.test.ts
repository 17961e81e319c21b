import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isOrderable } from '#contract/catalogue/order-quantity.ts'
import { product } from '#contract/catalogue/products.ts'
import { openShopForFile } from '#test/shop.ts'
import { suggestProducts } from './search-products.ts'

const shop = await openShopForFile()
const { token } = await shop.signUpAdmin()
for (const [name, description, price, quantity] of [
  ['Crème Brûlée Torch', 'A small flame for the kitchen', 31, 900],
  ['Größenverstellbarer Maßstab', 'Folding rule from Zürich', 12.5, 700],
  ['Threaded Rod M8×40', 'Zinc-plated, sold by the metre', 2.2, 4_000],
  ['Velvet Hook', 'Hangs a torch', 4, 100],
  ['Torch', 'Lights the way', 9, 5_000],
] as const)
  await shop.call('POST', '/api/products', {
    token,
    body: { name, description, price, quantity, image: '/demo/claw-hammer.svg', minimum: 100 },
  })

const ask = async (query: Record<string, string>) => {
  const answer = await shop.call('GET', `/api/products?${new URLSearchParams(query)}`)
  const found = answer.status === 200 ? z.array(product.strict()).parse(answer.json) : []
  return {
    ...answer,
    found,
    names: found.map(({ name }) => name),
    total: Number(answer.headers.get('x-total-count')),
  }
}
const everything = async () => z.array(product).parse((await shop.call('GET', '/api/products')).json)

test.each([
  ['a word', 'hammer', /Claw Hammer/],
  ['any case', 'CLAW hAMMER', /Claw Hammer/],
  ['another order of the words', 'hickory hammer claw', /Claw Hammer/],
  ['the beginning of a word', 'hamm', /Claw Hammer/],
  ['beginnings of two words', 'cla hick', /Claw Hammer/],
  ['a second word that is only just begun', 'claw h', /Claw Hammer/],
  ['the plural', 'hammers', /Claw Hammer/],
  ['a word of the description', 'carpentry', /Claw Hammer/],
  ['small words between', 'a hammer with the claw', /Claw Hammer/],
  ['a letter too few', 'hamer', /Claw Hammer/],
  ['a letter too many', 'screwdrriver', /Screwdriver/],
  ['a wrong letter', 'chizel', /Chisel/],
  ['two letters in the wrong order', 'screwdirver', /Screwdriver/],
  ['a misspelled word beside a right one', 'adjustable wrensh', /Adjustable Wrench/],
  ['accents left out', 'creme brulee', /Crème Brûlée/],
  ['accents put in', 'clàw hämmer', /Claw Hammer/],
  ['accents as marks of their own', 'cre\u0300me', /Crème Brûlée/],
  ['letters that become two', 'grossenverstellbarer massstab', /Maßstab/],
  ['a size', 'm8x40', /M8×40/],
  ['the beginning of a size', 'm8x', /M8×40/],
  ['a number', '16 oz', /16 oz/],
  ['a part of a word', 'driver', /Screwdriver/],
  ['the plural of a part', 'drivers', /Screwdriver/],
  ['a part beside another word', 'ratchet driver', /Screwdriver/],
  ['a SKU', 'ht-1010', /Claw Hammer/],
  ['a SKU without its hyphen', 'HT 1010', /Claw Hammer/],
  ['a category', 'fasteners', /Hex bolts/],
  ['a specification', 'polycarbonate one size', /Safety Glasses/],
])('%s finds the product: %s', async (_, q, expected) => {
  const { names, total } = await ask({ q })
  expect(names.join('\n')).toMatch(expected)
  expect(total).toBe(names.length)
})

test('a misspelling is corrected only where nothing is spelled like it', async () => {
  expect((await ask({ q: 'torch' })).names).not.toContain('Claw Hammer')
  expect((await ask({ q: 'velvet hook' })).names).toEqual(['Velvet Hook'])
})

test('what has the word in its name comes first, the shortest name before all', async () => {
  expect((await ask({ q: 'torch' })).names).toEqual(['Torch', 'Crème Brûlée Torch', 'Velvet Hook'])
})

test('whole words come before parts of words, and what cannot be ordered comes last', async () => {
  const { names } = await ask({ q: 'driver' })
  expect(names).toEqual([
    expect.stringMatching(/^Cordless Drill Driver/),
    expect.stringMatching(/Screwdriver/),
  ])
  expect((await ask({ q: 'level' })).names.at(-1)).toMatch(/^Spirit Level/)
})

test.each(['ring', 'table', 'rope', 'hat'])(
  'an ending is no part of a word, nor is a letter too few: %s',
  async (q) => {
    expect((await ask({ q })).names).toEqual([])
  },
)

test.each(['xylophone', 'kitchen sink', 'gift box', 'iphone 15', 'oak table', 'banana', 'wedding dress'])(
  'nothing absurd is suggested for %s',
  async (q) => expect(await suggestProducts(shop.shop, q, 3)).toEqual([]),
)

test.each([
  ['red hammer', /Claw Hammer/],
  ['purple plier', /Pliers/],
  ['elektric chizel', /Chisel/],
])('what is near is suggested for %s', async (q, expected) => {
  expect((await suggestProducts(shop.shop, q, 3)).map(({ name }) => name).join()).toMatch(expected)
})

test.each(['qqqxxyyzz', '!!!', '   ', '&|!()', "';--"])(
  'nothing is found for %j: an empty list',
  async (q) => {
    const { status, total, headers } = await ask({ q })
    if (q.trim() === '') expect(total).toBe((await everything()).length)
    else expect({ status, total }).toEqual({ status: 200, total: 0 })
    expect(headers.get('x-total-exact')).toBe('true')
  },
)

const hostileTexts: Record<string, string> = {
  quotes: "'",
  'a statement': "''''' or 1=1; drop table products --",
  wildcards: '%%_%',
  'a backslash': '\\',
  'an escaped quote': "\\'",
  'the mark of a prefix': ':*',
  'a word with the mark of a prefix': 'hammer:*',
  'a broken query': "hammer' & 'claw",
  operators: '&|!()',
  'a neighbour operator': 'hammer <-> claw',
  'open brackets': '(((((',
  NUL: '\0',
  'NUL in a word': 'ham\0mer',
  'a picture': '\u{1F528} hammer',
  'marks of direction': '\u202Ehammer\u200B',
  '5,000 letters': 'x'.repeat(5_000),
  '5,000 characters of words': 'hammer '.repeat(715),
  'a surrogate pair at the cut': `${'x'.repeat(99)}\u{1F528}`,
  numbers: '1e999 0x1f -5 3.14159',
  'names of a language': 'true null undefined NaN __proto__',
}
test.each(Object.entries(hostileTexts))('hostile text is only text: %s', async (_, q) => {
  for (const path of ['/api/products', '/catalogue', '/catalogue.data'])
    expect((await shop.call('GET', `${path}?${new URLSearchParams({ q })}`)).status).toBe(200)
})

test('no text whatever breaks the search', async () => {
  const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  await fc.assert(
    fc.asyncProperty(anyText, async (q) => {
      expect((await ask({ q })).status).toBe(200)
    }),
    { numRuns: 150 },
  )
})

test.each(['%ED%A0%80', '%00', '%C0%80', '%', '%zz', '+++', '&q=b', '[]=a', '%F0%9F'])(
  'bytes that are no text are answered all the same: q=%s',
  async (raw) => {
    for (const path of ['/api/products', '/catalogue'])
      expect((await shop.call('GET', `${path}?q=${raw}`)).status).toBeLessThan(500)
  },
)

test('the plain list stays what it was: everything, newest first, without headers of a page', async () => {
  const { json, headers } = await shop.call('GET', '/api/products')
  expect(json.length).toBeGreaterThan(24)
  expect(json[0].name).toBe('Torch')
  for (const name of ['x-total-count', 'x-total-exact', 'link']) expect(headers.get(name)).toBeNull()
  const other = await shop.call('GET', '/api/products?utm_source=mail')
  expect(other.json).toEqual(json)
})

test('every page together is the whole list, and each says where the next one is', async () => {
  const all = await everything()
  let target: string | undefined = '/api/products?limit=7'
  const paged: unknown[] = []
  while (target) {
    const { json, headers } = await shop.call('GET', target)
    expect(headers.get('x-total-count')).toBe(String(all.length))
    paged.push(...json)
    target = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]
  }
  expect(paged).toEqual(all)
})

test('the first page is 24 long, links forth only; the last links back only; beyond it nothing is listed', async () => {
  const first = await ask({ page: '1' })
  expect(first.found).toHaveLength(24)
  expect(first.headers.get('link')).toBe('</api/products?page=2>; rel="next"')
  const last = await ask({ page: '2' })
  expect(last.headers.get('link')).toBe('</api/products?page=1>; rel="prev"')
  const beyond = await ask({ page: '400', limit: '100' })
  expect(beyond).toMatchObject({ status: 200, found: [], total: first.total })
})

test('a search keeps its words, filters and limit from page to page', async () => {
  const { headers } = await ask({
    q: 'Steel ',
    min: '1',
    max: '500',
    inStock: 'true',
    limit: '2',
    sort: 'price-asc',
  })
  expect(headers.get('link')).toBe(
    '</api/products?q=steel&sort=price-asc&min=1&max=500&inStock=true&limit=2&page=2>; rel="next"',
  )
})

test.each([
  ['price-asc', (a: Sortable, b: Sortable) => a.price - b.price],
  ['price-desc', (a: Sortable, b: Sortable) => b.price - a.price],
  ['stock', (a: Sortable, b: Sortable) => b.quantity - a.quantity],
] as const)('sorted by %s, with and without words', async (sort, compare) => {
  for (const q of ['', 'steel']) {
    const { found } = await ask({ sort, q, limit: '100' })
    expect(found.length).toBeGreaterThan(3)
    expect(found).toEqual(found.toSorted(compare))
  }
})
type Sortable = { price: number; quantity: number }

test('sorted by newest, a search is in the order of the list', async () => {
  const all = (await everything()).map(({ name }) => name)
  const { names } = await ask({ q: 'steel', sort: 'newest' })
  expect(names).toEqual(all.filter((name) => names.includes(name)))
})

test('prices include both ends, to the cent', async () => {
  const all = await everything()
  const between = (least: number, most: number) => all.filter(({ price }) => price >= least && price <= most)
  expect((await ask({ min: '4', max: '9', limit: '100' })).found).toEqual(between(4, 9))
  expect((await ask({ min: '12.5', max: '12.50' })).names).toContain('Größenverstellbarer Maßstab')
  expect((await ask({ min: '12.51', limit: '100' })).names).not.toContain('Größenverstellbarer Maßstab')
  expect((await ask({ q: 'torch', max: '10' })).names).toEqual(['Torch', 'Velvet Hook'])
})

test('in stock is what can be ordered, by the rule of the order form', async () => {
  const orderable = (await everything()).filter(isOrderable)
  const { found } = await ask({ inStock: 'true', limit: '100' })
  expect(found).toEqual(orderable)
  expect(found.map(({ name }) => name)).not.toContain('Velvet Hook')
  expect((await ask({ inStock: 'false' })).total).toBe((await everything()).length)
})

test.each([
  ['sort', 'cheapest', 'Sort by relevance, newest, price-asc, price-desc, stock'],
  ['page', '0', 'The page must be a whole number from 1 to 10,000'],
  ['page', '-1', 'The page must be a whole number from 1 to 10,000'],
  ['page', '1.5', 'The page must be a whole number from 1 to 10,000'],
  ['page', '', 'The page must be a whole number from 1 to 10,000'],
  ['page', '10001', 'The page must be a whole number from 1 to 10,000'],
  ['limit', '201', 'The limit must be a whole number from 1 to 200'],
  ['min', 'abc', 'The lowest price must be a number of dollars with at most two decimal places'],
  ['max', '1e9', 'The highest price must be a number of dollars with at most two decimal places'],
  ['max', '-5', 'The highest price must be a number of dollars with at most two decimal places'],
  ['inStock', 'yes', 'inStock must be true or false'],
])('%s=%s is refused in a sentence', async (field, value, error) => {
  const { status, json } = await ask({ [field]: value })
  expect({ status, json }).toMatchObject({ status: 400, json: { success: false, error, field } })
})

test('a lowest price above the highest is refused; a parameter given twice too', async () => {
  expect((await ask({ min: '5', max: '4' })).json).toMatchObject({
    error: 'The lowest price is above the highest',
    field: 'min',
  })
  expect((await shop.call('GET', '/api/products?q=a&q=b')).status).toBe(400)
})

test('a removed product is not found any more, an added one at once', async () => {
  const { token } = await shop.signUpAdmin()
  const body = { name: 'Zirconium Spoon', description: 'Stirs', price: 5, quantity: 500, image: '/x.svg' }
  await shop.call('POST', '/api/products', { token, body })
  const [added] = (await ask({ q: 'zircnium' })).found
  expect(added?.name).toBe('Zirconium Spoon')
  await shop.call('DELETE', `/api/products/${added?._id}`, { token })
  expect((await ask({ q: 'zirconium' })).total).toBe(0)
})

test('the product with this very SKU comes first, in whatever order and on whatever page the others are', async () => {
  const image = '/demo/claw-hammer.svg'
  for (const [name, sku] of [
    ['Plain lamp', 'Lantern-7'],
    ['Lantern 7', ''],
    ['Lantern 7, wide', '***'],
  ])
    await shop.call('POST', '/api/products', {
      token,
      body: { name, sku, image, description: 'Glows', price: 7, quantity: name === 'Plain lamp' ? 0 : 900 },
    })
  for (const sort of ['relevance', 'price-desc', 'stock']) {
    const { names, total } = await ask({ q: 'lantern-7', sort })
    expect([names[0], total]).toEqual(['Plain lamp', 3])
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => ask({ q: 'LANTERN-7', sort, limit: '1', page })),
    )
    expect(pages.flatMap((page) => page.names)).toEqual(names)
  }
  expect((await ask({ q: '***' })).names).toEqual(['Lantern 7, wide'])
  expect((await ask({ q: 'lantern-7', inStock: 'true' })).names).toHaveLength(2)
})
