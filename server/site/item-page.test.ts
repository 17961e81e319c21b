import { beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { makePicture } from '#test/make-picture.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const uploaded = await shop.call('POST', '/api/pictures', { token: admin.token, body: await makePicture() })
const { image } = uploaded.json.result

async function addProduct(fields: Partial<Product> = {}): Promise<Product> {
  const body = {
    name: 'Claw hammer, 16 oz',
    category: 'Hand tools',
    image,
    description: 'Forged in one piece.\nHickory handle.',
    specs: [
      { name: 'Weight', value: '450 g' },
      { name: '2', value: 'second' },
    ],
    price: 12.4,
    quantity: 5_000,
    minimum: 150,
    ...fields,
  }
  const added = await shop.call('POST', '/api/products', { token: admin.token, body })
  if (added.status !== 200) throw new Error(added.text)
  return (await shop.call('GET', '/api/products?limit=1')).json[0]
}

const get = (path: string) => shop.call('GET', path)
const addressOf = ({ _id }: Product, slug = 'claw-hammer-16-oz') => `/item/${_id}/${slug}`
const removeProduct = ({ _id }: Product) =>
  shop.call('DELETE', `/api/products/${_id}`, { token: admin.token })

function structuredDataIn(html: string) {
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return JSON.parse(json)
}

describe('the page of a product', () => {
  let product: Product
  let html: string
  beforeAll(async () => {
    product = await addProduct({ sku: 'HAM-16' })
    html = (await get(addressOf(product))).text
  })

  test('says everything about it, in its order', () => {
    const words = html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
    for (const said of [
      'SKU HAM-16',
      '$12.40',
      '5,000',
      'Price for 150',
      '$1,860.00',
      'Price for 375',
      '450 g',
    ])
      expect(words.replace(/\s+/g, ' ')).toContain(said)
    expect(html).toContain('Forged in one piece.\nHickory handle.')
    expect(html).toContain('href="/catalogue?category=hand-tools"')
    expect(html).toContain(`href="/product/${product._id}"`)
    expect(html.indexOf('450 g')).toBeLessThan(html.indexOf('>second<'))
  })

  test('tells search engines and link previews the same', () => {
    const address = shop.address + addressOf(product)
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(html).toContain(`<meta property="og:image" content="${shop.address}${product.image}"/>`)
    expect(html).toContain('<meta name="description" content="$12.40 per unit. Forged in one piece. Hick')
    expect(structuredDataIn(html)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      '@id': address,
      url: address,
      name: product.name,
      description: product.description,
      image: shop.address + product.image,
      sku: 'HAM-16',
      category: 'Hand tools',
      additionalProperty: [
        { '@type': 'PropertyValue', name: 'Weight', value: '450 g' },
        { '@type': 'PropertyValue', name: '2', value: 'second' },
      ],
      offers: {
        '@type': 'Offer',
        url: address,
        price: '12.40',
        priceCurrency: 'USD',
        itemCondition: 'https://schema.org/NewCondition',
        availability: 'https://schema.org/InStock',
        eligibleQuantity: { '@type': 'QuantitativeValue', minValue: 150, unitCode: 'C62' },
      },
    })
  })

  test('has one address: a wrong or missing slug leads to it, also after a new name', async () => {
    const renamed = await addProduct({ sku: '' })
    const wrong = [addressOf(renamed, ''), addressOf(renamed, 'saw'), `/item/${renamed._id}`]
    for (const path of [...wrong, addressOf(renamed, '%E0%A4%A'), addressOf(renamed, 'x'.repeat(2_000))]) {
      const { status, headers } = await get(path)
      expect([status, headers.get('location')], path).toEqual([301, addressOf(renamed)])
      // Otherwise browsers would still follow it after the product got its old name back.
      expect(headers.get('cache-control')).toBe('no-cache')
    }
    expect((await get(`${addressOf(renamed)}/`)).status).toBe(200)
    const body = { version: 1, name: 'Żółw ハンマー' }
    await shop.call('PATCH', `/api/products/${renamed._id}`, { token: admin.token, body })
    const { status, headers } = await get(addressOf(renamed))
    const now = addressOf(renamed, encodeURIComponent('zołw-ハンマー'))
    expect([status, headers.get('location')]).toEqual([301, now])
    expect((await get(now)).text).toContain('Żółw ハンマー')
  })

  test('shows a change at once, also in its data', async () => {
    const fresh = await addProduct({ sku: '' })
    expect((await get(addressOf(fresh))).text).toContain('5,000')
    const body = { add: 200, reason: 'Delivery' }
    await shop.call('POST', `/api/products/${fresh._id}/stock`, { token: admin.token, body })
    expect((await get(addressOf(fresh))).text).toContain('5,200')
    expect((await get(`${addressOf(fresh)}.data`)).text).toContain('5200')
  })
})

test('what cannot be ordered says why instead', async () => {
  for (const [quantity, reason] of [
    [0, 'Sold out'],
    [120, 'Not enough in stock to order'],
  ] as const) {
    const product = await addProduct({ sku: '', quantity })
    const { text } = await get(addressOf(product))
    expect(text).toContain(reason)
    expect(text).not.toContain(`href="/product/${product._id}"`)
    expect(structuredDataIn(text).offers.availability).toBe('https://schema.org/OutOfStock')
  }
})

test('what cannot be ordered shows others of its category that can, as long as they can', async () => {
  const category = 'Scarce tools'
  const [gone, low, other] = [
    await addProduct({ sku: '', category, quantity: 0 }),
    await addProduct({ sku: '', category, quantity: 120 }),
    await addProduct({ sku: '', category }),
  ]
  const { text } = await get(addressOf(gone))
  expect(text).toContain('In stock in Scarce tools')
  expect(text).toContain(`href="${addressOf(other)}"`)
  expect(text).not.toContain(`href="${addressOf(low)}"`)
  expect((await get(addressOf(other))).text).not.toContain('In stock in')
  await removeProduct(other)
  const { text: without } = await get(addressOf(gone))
  expect(without).not.toContain('In stock in')
  expect(without).toContain('href="/catalogue?inStock=true"')
})

test('a product with nothing but what it must have, whose name has no letters, has a page', async () => {
  const bare = await addProduct({ name: '!!!', sku: '', category: '', specs: [], image: '/demo/pliers.svg' })
  const { status, text } = await get(`/item/${bare._id}`)
  expect(status).toBe(200)
  expect(text).not.toContain('Specifications')
  expect(text).toContain(`<meta property="og:image" content="${shop.address}/share.png"/>`)
  expect(structuredDataIn(text)).not.toHaveProperty('sku')
  expect((await get(`/item/${bare._id}/x`)).headers.get('location')).toBe(`/item/${bare._id}`)
})

test('no text of a product ends the script of its structured data', async () => {
  const evil = '</script><script>alert(1)</script><!--'
  const product = await addProduct({
    sku: '',
    description: evil,
    specs: [{ name: evil.slice(0, 50), value: evil }],
  })
  const { text } = await get(addressOf(product))
  expect(text).not.toContain('<script>alert(1)')
  expect(structuredDataIn(text).description).toBe(evil)
})

test('no such product, a malformed id and a removed product are not found', async () => {
  const removed = await addProduct({ sku: '' })
  expect((await get(addressOf(removed))).status).toBe(200)
  await removeProduct(removed)
  for (const path of [
    addressOf(removed),
    '/item/00000000-0000-7000-8000-000000000000/x',
    '/item/1',
    '/item/1/2',
    '/item/%/x',
    `/item/${removed._id}x`,
    '/item',
    `${addressOf(removed)}/more`,
  ])
    for (const target of [path, `${path}.data`]) expect((await get(target)).status, target).toBe(404)
  expect((await get(addressOf(removed))).text).toContain('We can’t find this page')
})
