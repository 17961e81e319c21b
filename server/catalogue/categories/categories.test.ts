import { expect, test } from 'vitest'
import { z } from 'zod'
import { category } from '#contract/catalogue/categories.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const list = async () => z.array(category.strict()).parse((await shop.call('GET', '/api/categories')).json)
const find = async (slug: string) => (await list()).find((one) => one.slug === slug)
const rename = (slug: string, name: string) =>
  shop.call('PUT', `/api/categories/${encodeURIComponent(slug)}`, { token: admin.token, body: { name } })
const search = async (query: Record<string, string>): Promise<Product[]> =>
  (await shop.call('GET', `/api/products?${new URLSearchParams(query)}`)).json
const history = async (id: string) =>
  (await shop.call('GET', `/api/products/${id}/changes`, { token: admin.token })).json

async function addProduct(name: string, category: string, price = 1, quantity = 900) {
  const body = { name, category, image: '/x.svg', description: 'Of glass', price, quantity }
  expect((await shop.call('POST', '/api/products', { token: admin.token, body })).status).toBe(200)
  return (await search({ sort: 'newest' }))[0]?._id ?? ''
}

test('categories are listed by name with their products, and one that has lost its last product is gone', async () => {
  const listed = await list()
  expect(listed.length).toBeGreaterThan(5)
  expect(listed.map(({ name }) => name)).toEqual(listed.map(({ name }) => name).toSorted())
  const all: Product[] = (await shop.call('GET', '/api/products')).json
  expect(listed.reduce((sum, { products }) => sum + products, 0)).toBe(all.length)

  const id = await addProduct('Vase', 'Vases')
  expect(await find('vases')).toEqual({ name: 'Vases', slug: 'vases', products: 1 })
  await shop.call('DELETE', `/api/products/${id}`, { token: admin.token })
  expect(await find('vases')).toBeUndefined()
})

test('names with one slug are one category, called as most of its products call it', async () => {
  for (const name of ['Déjà Vu', 'deja vu', 'Déjà Vu', 'DEJA-VU!']) await addProduct(`Mirror ${name}`, name)
  expect(await find('deja-vu')).toEqual({ name: 'Déjà Vu', slug: 'deja-vu', products: 4 })
})

test('a product without a category is in none', async () => {
  const before = await list()
  await addProduct('Loose end', '')
  expect(await list()).toEqual(before)
})

test('a category filters list and search, in every order and with every other filter', async () => {
  for (const [price, quantity] of [
    [3, 900],
    [1, 0],
    [2, 500],
  ] as const)
    await addProduct(`Bottle ${price}`, 'Glass & Bottles', price, quantity)
  await addProduct('Bottle opener', 'Openers')
  const names = async (query: Record<string, string>) =>
    (await search({ category: 'glass-bottles', ...query })).map(({ name }) => name)
  expect(await names({})).toEqual(['Bottle 2', 'Bottle 1', 'Bottle 3'])
  expect(await names({ category: 'Glass & Bottles' })).toHaveLength(3)
  expect(await names({ sort: 'price-asc' })).toEqual(['Bottle 1', 'Bottle 2', 'Bottle 3'])
  expect(await names({ sort: 'price-desc', min: '2' })).toEqual(['Bottle 3', 'Bottle 2'])
  expect(await names({ sort: 'stock', inStock: 'true' })).toEqual(['Bottle 3', 'Bottle 2'])
  expect(await names({ q: 'bottle', sort: 'price-asc' })).toEqual(['Bottle 1', 'Bottle 2', 'Bottle 3'])
  expect((await names({ q: 'bottle' })).at(-1)).toBe('Bottle 1')
  expect(await names({ q: 'opener' })).toEqual([])
  expect(await names({ category: 'nothing-of-the-kind' })).toEqual([])
})

test('words that are right are not corrected because the category is another one', async () => {
  await addProduct('Carafe', 'Carafes')
  await addProduct('Giraffe', 'Toys')
  const { text } = await shop.call('GET', '/catalogue?q=carafe&category=toys')
  expect(text).not.toContain('Showing similar products')
})

test('renaming reaches all products, at once, in search and history', async () => {
  const id = await addProduct('Tumbler', 'Cups')
  await addProduct('Mug', 'Cups')
  const { status, json } = await rename('cups', ' Drinking Vessels ')
  expect([status, json]).toEqual([200, { name: 'Drinking Vessels', slug: 'drinking-vessels', products: 2 }])
  expect(await find('cups')).toBeUndefined()
  expect(await find('drinking-vessels')).toEqual(json)
  expect((await search({ category: 'drinking-vessels' })).map(({ category }) => category)).toEqual([
    'Drinking Vessels',
    'Drinking Vessels',
  ])
  expect((await search({ q: 'vessel' })).map(({ name }) => name).sort()).toEqual(['Mug', 'Tumbler'])
  const { product, changes } = await history(id)
  expect(product.version).toBe(2)
  expect(changes).toMatchObject([
    { by: admin.email, field: 'category', from: 'Cups', to: 'Drinking Vessels', reason: '' },
  ])
})

test('only the spelling is changed where it differs', async () => {
  const [other, same] = [await addProduct('Jar', 'jam JARS'), await addProduct('Lid', 'Jam Jars')]
  expect((await rename('jam-jars', 'Jam Jars')).json).toEqual({
    name: 'Jam Jars',
    slug: 'jam-jars',
    products: 2,
  })
  expect((await history(other)).changes).toHaveLength(1)
  expect((await history(same)).changes).toHaveLength(0)
})

test('renamed to another category, its products become part of that one, which keeps its spelling', async () => {
  await addProduct('Plate', 'Table Ware')
  const id = await addProduct('Saucer', 'Saucers')
  expect((await rename('saucers', 'table ware')).json).toEqual({
    name: 'Table Ware',
    slug: 'table-ware',
    products: 2,
  })
  expect((await history(id)).changes).toMatchObject([{ from: 'Saucers', to: 'Table Ware' }])
})

test('two admins rename one category at once: one of them does, for all its products', async () => {
  for (const name of ['Fork', 'Spoon', 'Ladle']) await addProduct(name, 'Cutlery')
  const answers = await Promise.all([rename('cutlery', 'Silver'), rename('cutlery', 'Flatware')])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  expect(answers.find(({ status }) => status === 200)?.json.products).toBe(3)
})

test('more products than are renamed at a time are all renamed, each with its history', async () => {
  const { $client } = shop.shop.db
  await $client.query(
    `insert into products (id, name, category, category_slug, image, description, price_cents, quantity, created_by)
     select gen_random_uuid(), 'Bead ' || n, 'Beads', 'beads', '/x.svg', 'Round', 1, 1, 'test' from generate_series(1, 2500) as n`,
  )
  expect((await rename('beads', 'Pearls')).json).toEqual({ name: 'Pearls', slug: 'pearls', products: 2_500 })
  const { rows } = await $client.query(
    `select count(distinct product_id)::int as products, count(*)::int as changes from product_changes
     where field = 'category' and after = '"Pearls"'`,
  )
  expect(rows).toEqual([{ products: 2_500, changes: 2_500 }])
})

test.each(['nothing-of-the-kind', '-', '\0', '%', 'x'.repeat(900)])(
  'no category %j: not found',
  async (slug) => {
    const { status, json } = await rename(slug, 'Something')
    expect([status, json]).toEqual([404, { success: false, error: 'No such category' }])
  },
)

test.each([
  ['', 'The category is required'],
  ['!!!', 'The category needs a letter or a digit'],
  ['x'.repeat(61), 'The category must be at most 60 characters long'],
])('a category cannot be called %j', async (name, error) => {
  await addProduct('Stopper', 'Stoppers')
  const { status, json } = await rename('stoppers', name)
  expect([status, json]).toEqual([400, { success: false, error, field: 'name' }])
})
