import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  readCatalogueSearch,
  readProductSearch,
  writeCatalogueSearch,
  writeProductSearch,
} from './product-search.ts'

const normal = (query: string) => String(writeProductSearch(readProductSearch(new URLSearchParams(query))))

test.each([
  ['q=Claw++HAMMER+', 'q=claw+hammer'],
  ['inStock=true&q=a', 'q=a&inStock=true'],
  ['q=a&sort=relevance&page=1&min=0&max=&inStock=false', 'q=a'],
  ['sort=newest', ''],
  ['sort=relevance', ''],
  ['q=a&sort=newest', 'q=a&sort=newest'],
  ['min=05.50&max=.5', 'min=5.5&max=0.5'],
  ['max=0', 'max=0'],
  ['page=02&sort=&min=-1&max=1e3&inStock=yes', ''],
  ['page=0&min=1.234&max=12345678&limit=7', ''],
  ['utm_source=mail&Q=a', ''],
  ['q=%00%20%00', ''],
])('%s is the search %j', (query, expected) => {
  expect(normal(query)).toBe(expected)
})

test.each([
  ['units=500&view=list&q=a&page=2', 'q=a&page=2&view=list&units=500'],
  ['category=Hand%20Tools&view=list', 'category=hand-tools&view=list'],
  ['view=cards&units=500', ''],
  ['view=table', ''],
  ['view=list&units=0', 'view=list'],
  ['view=list&units=-5', 'view=list'],
  ['view=list&units=1e3', 'view=list'],
  ['view=list&units=0250', 'view=list&units=250'],
  ['view=list&units=99999999999', 'view=list'],
])('%s is the page %j', (query, expected) => {
  const address = String(writeCatalogueSearch(readCatalogueSearch(new URLSearchParams(query))))
  expect(address).toBe(expected)
})

test('the normal form of whatever is asked is its own normal form, and short', () => {
  const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }))
  fc.assert(
    fc.property(anyText, anyText, anyText, (q, sort, max) => {
      const once = normal(String(new URLSearchParams({ q, sort, max })))
      expect(normal(once)).toBe(once)
      expect(readProductSearch(new URLSearchParams(once)).q.length).toBeLessThanOrEqual(100)
    }),
  )
})
