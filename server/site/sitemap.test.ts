import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { statementsOf } from '#test/sent-statements.ts'
import { openShopForFile } from '#test/shop.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'
import { mountSitemap } from './sitemap.ts'

const shop = await openShopForFile()
const { address } = shop

const addressesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found]) => found)

/** Every address that a search engine finds, by file. */
async function readSitemap(fetchXml: (path: string) => Promise<string>) {
  const files = addressesIn(await fetchXml('/sitemap.xml'))
  return Promise.all(
    files.map(async (file = '') => addressesIn(await fetchXml(file.slice(shop.address.length)))),
  )
}

test('the sitemap has the pages and every product, each at an address that answers', async () => {
  const { text, headers } = await shop.call('GET', '/sitemap.xml')
  expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(text).toMatch(/^<\?xml .*<sitemapindex /s)
  const [pages = [], items = []] = await readSitemap(async (path) => (await shop.call('GET', path)).text)
  expect(pages).toContain(`${address}/catalogue`)
  const products: Product[] = (await shop.call('GET', '/api/products')).json
  expect(items.map((item = '') => item.split('/')[4]).sort()).toEqual(products.map(({ _id }) => _id).sort())
  for (const found of [...pages, ...items.slice(0, 3)])
    expect((await shop.call('GET', String(found).slice(address.length))).status, found).toBe(200)
  const robots = (await shop.call('GET', '/robots.txt')).text
  expect(robots).toContain(`Sitemap: ${address}/sitemap.xml`)
})

test('many products are several files without gap or overlap; new ones join the last', async () => {
  const app = Fastify()
  const { cacheTags: tagVersions, log, turns } = shop.shop
  mountSitemap(app, { ...shop.shop, cache: createResponseCache({ tagVersions, log, turns }) }, 5)
  const fetchXml = async (path: string) => (await app.inject(path)).body
  const before: Product[] = (await shop.call('GET', '/api/products')).json
  const [, ...files] = await readSitemap(fetchXml)
  expect(files).toHaveLength(Math.ceil(before.length / 5))
  for (const file of files) expect(file.length).toBeLessThanOrEqual(5)
  expect(new Set(files.flat()).size).toBe(before.length)

  const admin = await shop.signUpAdmin()
  const body = { name: 'Late', image: '/x.svg', description: 'Late', price: 1, quantity: 1_000 }
  for (let added = 0; added < 6; added++)
    await shop.call('POST', '/api/products', { token: admin.token, body })
  const last = addressesIn(await fetchXml(`/sitemap-items-${files.length}.xml`))
  expect(last).toHaveLength(5)
  expect(last.at(-1)).toMatch(before.length % 5 === 0 ? /item/ : /\/late$/)
  await app.close()
})

test('the files are written once, however many ask for them and however they spell their addresses', async () => {
  const files = ['/sitemap.xml', '/sitemap-pages.xml', '/sitemap-items-1.xml']
  const before = await Promise.all(files.map((file) => shop.call('GET', file)))
  const asked = await statementsOf(shop.shop.db.$client, async () => {
    for (const suffix of ['', '?', '?a=1', '?a=2'])
      for (const [index, file] of files.entries()) {
        const { text, headers } = await shop.call('GET', file + suffix)
        expect(text).toBe(before[index]?.text)
        expect(headers.get('cache-control')).toBe('public, max-age=3600')
        expect(headers.get('x-content-type-options')).toBe('nosniff')
      }
    expect((await shop.call('GET', '/sitemap-items-01.xml')).text).toBe(before[2]?.text)
  })
  expect(asked).toEqual([])
})

test('a file that does not exist is not found', async () => {
  for (const number of ['0', '2', '01x', '99999999999999999999', '-1'])
    expect((await shop.call('GET', `/sitemap-items-${number}.xml`)).status, number).toBe(404)
})
