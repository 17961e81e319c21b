import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defaultValues } from '#contract/catalogue/product-fields.ts'
import { product } from '#contract/catalogue/products.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const list = async () => z.array(product.strict()).parse((await shop.call('GET', '/api/products')).json)
const add = (body: object) => shop.call('POST', '/api/products', { token: admin.token, body })
const hammer = {
  name: 'Claw hammer',
  image: 'https://pictures.example/hammer.png',
  description: 'Forged head, ash handle.',
  price: 12.5,
  quantity: 400,
  minimum: 150,
}

test('the demo catalogue is there for anyone, in the contract’s shape', async () => {
  const catalogue = await list()
  expect(catalogue.length).toBeGreaterThanOrEqual(36)
  for (const { minimum, quantity, price } of catalogue) {
    expect(minimum).toBe(100)
    expect(quantity).toBeGreaterThanOrEqual(80)
    expect(quantity).toBeLessThanOrEqual(50_000)
    expect(price * quantity).toBeLessThan(999_999)
  }
})

test('what is added comes first in the list, and by its id', async () => {
  for (const name of ['First', 'Second']) {
    const { status, json } = await add({ ...hammer, name })
    expect([status, json]).toEqual([200, { success: true, message: `${name} was added` }])
  }
  const [second, first] = await list()
  expect([second?.name, first?.name]).toEqual(['Second', 'First'])
  const one = await shop.call('GET', `/api/product/${second?._id}`)
  expect(one.json).toEqual({ ...defaultValues, ...hammer, name: 'Second', _id: second?._id })
})

test('a product that is sent again because its answer was lost is there once, even after it was renamed', async () => {
  const send = (sku: string, name = 'Once') =>
    shop.call('POST', '/api/products', {
      token: admin.token,
      headers: { 'idempotency-key': 'lost' },
      body: { ...hammer, name, sku },
    })
  for (const answer of await Promise.all([send('ONCE'), send('ONCE')])) expect(answer.status).toBe(200)
  const [added, ...others] = (await list()).filter(({ name }) => name === 'Once')
  expect(others).toEqual([])
  expect((await shop.call('GET', `/api/product/${added?._id}`)).json).toMatchObject({ name: 'Once' })
  await shop.call('PATCH', `/api/products/${added?._id}`, {
    token: admin.token,
    body: { version: 1, name: 'Renamed' },
  })
  expect((await send('ONCE')).json).toEqual({ success: true, message: 'Once was added' })
  expect((await list()).filter(({ sku }) => sku === 'ONCE')).toMatchObject([{ name: 'Renamed' }])
})

test('a product by its id is its row as it is now, whoever changed it', async () => {
  const { $client } = shop.shop.db
  const [one, other] = await list()
  const read = async () =>
    Promise.all(
      [one, other].map(async (product) => (await shop.call('GET', `/api/product/${product?._id}`)).json),
    )
  const change = (set: string, ...changed: (typeof one)[]) =>
    $client.query(`update products set ${set} where id = any($1::uuid[])`, [
      changed.map((product) => product?._id),
    ])
  expect(await read()).toEqual([one, other])
  expect(await read()).toEqual([one, other])
  await change('quantity = 7', one, other)
  expect(await read()).toEqual([
    { ...one, quantity: 7 },
    { ...other, quantity: 7 },
  ])
  await change('quantity = 8', one)
  expect(await read()).toEqual([
    { ...one, quantity: 8 },
    { ...other, quantity: 7 },
  ])
  await change(`deleted_at = now(), deleted_by = 'test'`, one)
  expect(await read()).toEqual([expect.objectContaining({ success: false }), { ...other, quantity: 7 }])
  await change(`deleted_at = null, deleted_by = null, quantity = ${one?.quantity}`, one)
  await change(`quantity = ${other?.quantity}`, other)
  expect(await read()).toEqual([one, other])
})

test('fields that are the shop’s own business are not taken from the sender', async () => {
  const sent = {
    ...hammer,
    name: 'Assigned',
    _id: '00000000-0000-7000-8000-000000000000',
    id: '00000000-0000-7000-8000-000000000000',
    email: 'somebody@example.com',
    priceCents: 1,
    version: 99,
    demo: true,
    createdAt: '2000-01-01',
    deletedAt: '2000-01-01',
  }
  expect((await add(sent)).status).toBe(200)
  const { rows } = await shop.shop.db.$client.query(`select * from products where name = 'Assigned'`)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    price_cents: 1250,
    version: 1,
    demo: false,
    created_by: admin.email,
    deleted_at: null,
  })
  expect(rows[0].id).not.toBe(sent._id)
  expect(rows[0].created_at.getFullYear()).toBeGreaterThan(2000)
})

describe('accepts', () => {
  test.each([
    ['the least price', { price: 0.01 }],
    ['the greatest price', { price: 999_999.99 }],
    ['a price that binary numbers miss', { price: 0.1 + 0.2 }, { price: 0.3 }],
    ['cents that binary numbers miss', { price: 1.15 }],
    ['a quantity of two thousand million', { quantity: 2_000_000_000 }],
    ['nothing in stock', { quantity: 0 }],
    ['numbers as digits', { quantity: '400', minimum: ' 150 ' }, { quantity: 400, minimum: 150 }],
    ['no minimum', { minimum: undefined }, { minimum: 100 }],
    ['a minimum below 100', { minimum: 1 }],
    ['a picture of our own', { image: '/demo/hand-saw.svg' }],
    ['a picture over http', { image: 'http://pictures.example/a.png?b=c&d' }],
    ['the longest name', { name: 'n'.repeat(200) }],
    ['any writing', { name: '錘 🔨 Ö <b>"&\'', description: 'Zeile\nZeile\t• ½' }],
    ['spaces around a text', { name: '  Hammer ' }, { name: 'Hammer' }],
    ['SQL in a text', { name: `'; drop table products; --` }],
  ])('%s', async (_what, changes: object, kept: object = changes) => {
    const sent = { ...hammer, ...changes }
    const { status, text } = await add(sent)
    expect(status, text).toBe(200)
    const [newest] = await list()
    expect(newest).toEqual({ ...defaultValues, ...sent, ...kept, _id: newest?._id })
  })
})

const said = (sentence: string | RegExp) =>
  typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)

test('several wrong fields are refused at once, each with its sentence', async () => {
  const { status, json } = await add({ ...hammer, name: ' ', image: '', price: 0, specs: [1, 2, 3] })
  expect(status).toBe(400)
  const errors = [
    { field: 'name', error: 'The name is required' },
    { field: 'image', error: 'The picture is required' },
    { field: 'specs', error: expect.any(String) },
    { field: 'price', error: 'The price must be at least $0.01' },
  ]
  expect(json).toEqual({ success: false, error: 'The name is required', field: 'name', errors })
})

describe('refuses with a sentence at the field', () => {
  const required = /is required$|in dollars$|must be a whole number$/
  test.each([
    ['name', undefined, required],
    ['name', '', 'The name is required'],
    ['name', '   ', 'The name is required'],
    ['name', 42, required],
    ['name', 'n'.repeat(201), 'The name must be at most 200 characters long'],
    ['name', 'nul \0', 'The name contains a character that cannot be stored'],
    ['name', 'half \ud83d', 'The name contains a character that cannot be stored'],
    ['description', undefined, required],
    ['description', ['a'], required],
    ['description', 'd'.repeat(5_001), /at most 5000/],
    ['description', '\udc00', 'The description contains a character that cannot be stored'],
    ['price', undefined, required],
    ['price', null, required],
    ['price', '12.5', required],
    ['price', 0, 'The price must be at least $0.01'],
    ['price', -1, 'The price must be at least $0.01'],
    ['price', 1_000_000, 'The price must be at most $999,999.99'],
    ['price', 0.015, 'Enter the price with at most two decimal places'],
    ['price', 1.999, 'Enter the price with at most two decimal places'],
    ['quantity', undefined, required],
    ['quantity', -1, 'The quantity cannot be negative'],
    ['quantity', 1.5, 'The quantity must be a whole number'],
    ['quantity', '1e3', /quantity/],
    ['quantity', '', /quantity/],
    ['quantity', true, 'The quantity must be a whole number'],
    ['quantity', 2_000_000_001, 'The quantity must be at most 2,000,000,000'],
    ['quantity', '999999999999999', 'The quantity must be at most 2,000,000,000'],
    ['quantity', 1e300, /whole number|at most/],
    ['minimum', 0, 'The minimum must be at least 1'],
    ['minimum', null, 'The minimum must be a whole number'],
    ['minimum', 2_000_000_001, 'The minimum must be at most 2,000,000,000'],
    ['image', undefined, 'The picture is required'],
    ['image', '', 'The picture is required'],
    ['image', 'javascript:alert(1)', /^Enter a picture link/],
    ['image', ' JaVaScRiPt:alert(1)', /^Enter a picture link/],
    ['image', 'data:image/svg+xml,<svg onload=alert(1)>', /^Enter a picture link/],
    ['image', 'file:///etc/passwd', /^Enter a picture link/],
    ['image', '//elsewhere.example/a.png', /^Enter a picture link/],
    ['image', '/\\elsewhere.example/a.png', /^Enter a picture link/],
    ['image', 'https://', /^Enter a picture link/],
    ['image', 'picture.png', /^Enter a picture link/],
    ['image', '/a\0.png', /^Enter a picture link/],
    ['image', `https://pictures.example/${'a'.repeat(2_000)}`, /at most 2000/],
  ])('%s = %j', async (field, value, sentence) => {
    const before = (await list()).length
    const { status, json } = await add({ ...hammer, [field]: value })
    expect(status).toBe(400)
    expect(json).toEqual({ success: false, error: said(sentence), field })
    expect(await list()).toHaveLength(before)
  })

  test('a number that JSON can write and nothing can hold', async () => {
    const body = JSON.stringify(hammer).replace('12.5', '1e999')
    const { status, json } = await shop.call('POST', '/api/products', { token: admin.token, body })
    expect([status, json.field]).toEqual([400, 'price'])
  })
})

test('a deleted product is gone from lists and calls, and deleting it again is a 404', async () => {
  await add({ ...hammer, name: 'Short-lived' })
  const [newest] = await list()
  const remove = () => shop.call('DELETE', `/api/products/${newest?._id}`, { token: admin.token })
  const { status, json } = await remove()
  expect([status, json]).toEqual([200, { success: true, message: 'Product deleted' }])
  expect((await list()).some(({ _id }) => _id === newest?._id)).toBe(false)
  expect((await shop.call('GET', `/api/product/${newest?._id}`)).status).toBe(404)
  expect((await remove()).status).toBe(404)
})

test.each(['nonsense', '1', '00000000-0000-0000-0000-000000000000', '%00', "'", '../products', '%2e%2e'])(
  'the id "%s" names no product',
  async (id) => {
    for (const [method, path] of [
      ['GET', '/api/product/'],
      ['DELETE', '/api/products/'],
    ] as const) {
      const { status, json } = await shop.call(method, path + encodeURIComponent(id), { token: admin.token })
      expect([status, json.success]).toEqual([404, false])
    }
  },
)
