import { expect, test } from 'vitest'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admins = [await shop.signUpAdmin(), await shop.signUpAdmin()]
const token = admins[0]?.token ?? ''

const product = { image: '/x.svg', description: 'Of brass', price: 1, quantity: 900 }
const add = (name: string, sku?: string) =>
  shop.call('POST', '/api/products', { token, body: { ...product, name, ...(sku !== undefined && { sku }) } })
const newest = async () => (await shop.call('GET', '/api/products')).json[0]
const edit = (id: string, body: object) => shop.call('PATCH', `/api/products/${id}`, { token, body })
const taken = (name: string) => ({
  status: 409,
  json: { success: false, error: `Another product has this SKU: ${name}`, field: 'sku' },
})

test('a SKU that another product has is refused by its name, whatever its case', async () => {
  expect((await add('Bell', 'Bell-1')).status).toBe(200)
  expect(await add('Gong', 'BELL-1 ')).toMatchObject(taken('Bell'))
  await add('Gong', 'gong-1')
  const { _id } = await newest()
  expect(await edit(_id, { version: 1, sku: 'bell-1' })).toMatchObject(taken('Bell'))
  expect((await shop.call('GET', `/api/product/${_id}`)).json.sku).toBe('gong-1')
})

test('its own SKU may be spelled anew, and taken away', async () => {
  await add('Chime', 'chime-1')
  const { _id } = await newest()
  expect((await edit(_id, { version: 1, sku: 'CHIME-1' })).json.sku).toBe('CHIME-1')
  expect((await edit(_id, { version: 2, sku: '' })).json.sku).toBe('')
})

test('any number of products have none', async () => {
  for (const sku of [undefined, '', '  ']) {
    expect((await add('Whistle', sku)).status).toBe(200)
    expect((await newest()).sku).toBe('')
  }
})

test('the SKU of a deleted product is free', async () => {
  await add('Horn', 'horn-1')
  const { _id } = await newest()
  await shop.call('DELETE', `/api/products/${_id}`, { token })
  expect((await add('New horn', 'HORN-1')).status).toBe(200)
})

test('20 products with one SKU at once, added and edited: one has it, the others are told which', async () => {
  await add('Drum', 'drum-0')
  const { _id } = await newest()
  const answers = await Promise.all([
    edit(_id, { version: 1, sku: 'drum-1' }),
    ...Array.from({ length: 19 }, (_, index) => add(`Drum ${index}`, index % 2 ? 'drum-1' : 'DRUM-1')),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, json } of answers.filter((answer) => answer.status !== 200))
    expect([status, json.error, json.field]).toEqual([
      409,
      expect.stringMatching(/^Another product has this SKU: Drum/),
      'sku',
    ])
  expect(shop.log.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('SKU, category and specifications are edited and recorded, each for itself', async () => {
  await add('Organ', 'organ-1')
  const { _id } = await newest()
  const specs = [
    { name: 'Pipes', value: '1,200' },
    { name: 'Height', value: '6 m' },
  ]
  const edited = { sku: 'organ-2', category: 'Große Instrumente', specs }
  expect((await edit(_id, { version: 1, ...edited })).json).toMatchObject(edited)
  expect((await shop.call('GET', '/api/products?category=grosse-instrumente')).json).toEqual([])
  expect(
    (await shop.call('GET', `/api/products?category=${encodeURIComponent('große-instrumente')}`)).json,
  ).toMatchObject([edited])
  expect((await edit(_id, { version: 2, specs })).json.version).toBe(2)
  expect((await edit(_id, { version: 2, specs: specs.toReversed() })).json.version).toBe(3)
  expect((await edit(_id, { version: 3, category: '', specs: [] })).json).toMatchObject({
    category: '',
    specs: [],
  })
  expect((await shop.call('GET', '/api/categories')).text).not.toContain('Instrumente')
  const { json } = await shop.call('GET', `/api/products/${_id}/changes`, { token })
  expect(json.changes.map(({ field, from, to }: Record<string, unknown>) => [field, from, to])).toEqual(
    expect.arrayContaining([
      ['sku', 'organ-1', 'organ-2'],
      ['category', '', 'Große Instrumente'],
      ['specs', [], specs],
      ['specs', specs, specs.toReversed()],
      ['category', 'Große Instrumente', ''],
      ['specs', specs.toReversed(), []],
    ]),
  )
  expect(json.changes).toHaveLength(6)
})
