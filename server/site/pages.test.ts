import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import path from 'node:path'
import type { ServerBuild } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PageData } from '#contract/site/page-data.ts'
import { openShopForFile } from '#test/shop.ts'
import type { CachedResponse } from '../platform/cache/cached-response.ts'
import { createResponseCache } from '../platform/cache/response-cache.ts'
import { createTagVersions } from '../platform/cache/tag-versions.ts'
import { createPageData } from './page-data.ts'
import { createPages } from './pages.ts'

const ANYONE = {} as IncomingMessage
const shop = await openShopForFile()
const build: ServerBuild = await import(path.join(import.meta.dirname, '../../build/server/index.js'))

let site: ReturnType<typeof openPages>
beforeEach(() => {
  // Only the clock that tells a page's age: a slow machine must not make pages old between two lines.
  vi.useFakeTimers({ toFake: ['Date'] })
  site = openPages()
})
afterEach(() => vi.useRealTimers())

test('addresses that differ only in what the page does not read are one page', async () => {
  const home = await site.find('/')
  const made = site.reads()
  for (const odd of ['/?utm=1', '/?', '/?a&b=c', '//', '/?page=7', '/?_routes=root'])
    expect(await site.find(odd), odd).toBe(home)
  expect(site.reads()).toBe(made)
  const named = await site.find('/home')
  for (const odd of ['/home/', '/home?x', '/%68ome']) expect(await site.find(odd), odd).toBe(named)
})

test('all unknown addresses are one page with status 404', async () => {
  const missing = await site.find('/nothing')
  expect(missing.status).toBe(404)
  for (const odd of [
    '/x',
    '/a/b/c',
    '/dashboard/nothing',
    '/home/more',
    '//elsewhere.example',
    '/.env',
    '/x?y',
    '/-',
    '/HOME',
    '/Blog',
    '/Product/2',
    '/dashboard/myorder',
    '/Dashboard/myOrder',
  ])
    expect(await site.find(odd), odd).toBe(missing)
  expect(site.reads()).toBe(0)
})

test('a page behind a parameter is one shell, whatever stands there', async () => {
  const shell = await site.find('/product/1')
  expect(shell.status).toBe(200)
  for (const odd of ['/product/product', '/product/-', '/product/%C3%A9', '/product/1/?x=1'])
    expect(await site.find(odd), odd).toBe(shell)
  expect(await site.find('/dashboard/payment/payment')).toBe(await site.find('/dashboard/payment/dashboard'))
  expect(await site.find('/product/1/2')).toBe(await site.find('/nothing'))
})

test('only the query parameters that a page honours make a page', async () => {
  const first = await site.find('/reviews')
  expect(await site.find('/reviews?utm=1')).toBe(first)
  for (const odd of ['?page=1', '?x=2&page=1&y=3', '?page=1&page=2'])
    expect(await site.find(`/reviews${odd}`), odd).toBe(first)
})

test('page numbers that make no sense are one page with status 404', async () => {
  const missing = await site.find('/reviews?page=x')
  expect(missing.status).toBe(404)
  for (const odd of ['0', '', '-1', '01', '1.5', '1e3', '0x1', ' 1', '%20', '99999', 'x'.repeat(1_000)])
    expect(await site.find(`/reviews?page=${odd}`), odd).toBe(missing)
})

test('pages that do not exist push out none that do', async () => {
  const small = openPages({ limits: { entries: 3, bytes: 1_000_000_000 } })
  for (const page of ['/', '/blog', '/reviews']) await small.find(page)
  for (let number = 1_001; number < 1_010; number++)
    for (const data of ['', '.data'])
      expect((await small.find(`/reviews${data}?page=${number}`)).status).toBe(404)
  const [{ _id }] = (await shop.call('GET', '/api/products')).json
  for (const [item, status] of [
    [`/item/00000000-0000-7000-8000-000000000000/x`, 404],
    [`/item/${_id}/not-its-name`, 301],
    [`/item/${_id}/not-its-name.data`, 202],
  ] as const)
    expect((await small.find(item)).status, item).toBe(status)
  for (const page of ['/', '/blog', '/reviews']) expect(small.ready(page), page).not.toBeNull()
  expect((await small.find('/nothing')).status).toBe(404)
  expect(await small.find('/nothing')).toBe(await small.find('/nothing-else'))
})

test('the data of a page are kept beside it, one for each set of routes that exists', async () => {
  const data = await site.find('/_.data')
  expect(data.status).toBe(200)
  const [newest] = (await shop.call('GET', '/api/products')).json
  expect(data.identity.body.toString()).toContain(newest.name)
  expect(data.identity.headers.join(' ')).toContain('content-type text/x-script')
  const made = site.reads()
  for (const odd of ['/_.data?_routes=nonsense', '/_.data?utm=1', '/_.data?_routes='])
    expect(await site.find(odd), odd).toBe(data)
  expect(site.reads()).toBe(made)
  const root = await site.find('/_.data?_routes=root')
  expect(root).not.toBe(data)
  expect(await site.find('/_.data?_routes=nonsense,root,root')).toBe(root)
  expect((await site.find('/home.data')).status).toBe(200)
  expect(await site.find('/home/_.data')).toBe(await site.find('/home.data'))
  expect((await site.find('/nothing.data')).status).toBe(404)
})

test('a thousand requests after a change cause one render', async () => {
  await site.find('/')
  const made = site.reads()
  site.tagVersions.invalidate('catalogue')
  expect(site.ready('/')).toBeNull()
  const answers = await Promise.all(Array.from({ length: 1_000 }, (_, n) => site.find(`/?visitor=${n}`)))
  expect(new Set(answers).size).toBe(1)
  expect(site.reads()).toBe(made + 1)
  expect(site.ready('/')).toBe(answers[0])
})

test('a page that would read the same is not rendered again; one that would not is, with what was read for that', async () => {
  const home = await site.find('/')
  site.tagVersions.invalidate('catalogue')
  expect(await site.find('/')).toBe(home)
  await shop.shop.db.$client.query(`update products set quantity = quantity + 1`)
  site.tagVersions.invalidate('catalogue')
  const made = site.reads()
  const changed = await site.find('/')
  expect(changed.identity.etag).not.toBe(home.identity.etag)
  expect(site.reads()).toBe(made + 1)
})

test('a change during a render shows at the next request, and the older render does not come back', async () => {
  const gate = Promise.withResolvers<void>()
  site.holdNext(gate.promise)
  const before = site.find('/')
  await vi.waitUntil(() => site.reads() === 1)
  site.tagVersions.invalidate('catalogue')
  const after = await site.find('/')
  expect(site.reads()).toBe(2)
  gate.resolve()
  await before
  expect(site.ready('/')).toBe(after)
})

test('a page that depends on data is a second old at most, and one that does not is cached for good', async () => {
  const [home, reviews, blog] = [await site.find('/'), await site.find('/reviews'), await site.find('/blog')]
  vi.advanceTimersByTime(799)
  expect(site.ready('/')).toBe(home)
  expect(site.ready('/reviews')).toBe(reviews)
  site.tagVersions.invalidate('catalogue')
  expect(site.ready('/')).toBeNull()
  expect(site.ready('/reviews')).toBe(reviews)
  vi.advanceTimersByTime(201)
  expect(site.ready('/reviews')).toBeNull()
  vi.advanceTimersByTime(3_600_000)
  expect(site.ready('/blog')).toBe(blog)
})

test('while a page cannot be made anew the old one is served, with one try a second', async () => {
  const old = await site.find('/')
  site.failWith(new Error('a planted fault'))
  site.tagVersions.invalidate('catalogue')
  const tries = site.reads()
  for (let round = 0; round < 50; round++) expect(await site.find('/')).toBe(old)
  expect(site.reads()).toBe(tries + 1)
  expect(site.log).toHaveLength(1)
  expect(site.log[0]).toMatchObject({ page: '/', err: { message: 'a planted fault' } })
  vi.advanceTimersByTime(1_000)
  site.failWith(null)
  await site.find('/')
  expect(site.reads()).toBe(tries + 2)
})

test('a page that was never made fails for those who ask, and the next one tries again', async () => {
  site.failWith(new Error('a planted fault'))
  await expect(Promise.all([site.find('/'), site.find('/')])).rejects.toThrow('a planted fault')
  expect(site.reads()).toBe(1)
  site.failWith(null)
  expect((await site.find('/')).status).toBe(200)
})

test('what is kept is bounded: the page that was not asked for longest goes first', async () => {
  const small = openPages({ limits: { entries: 3, bytes: 1_000_000_000 } })
  await small.find('/blog')
  await small.find('/terms')
  await small.find('/privacy')
  await small.find('/blog')
  await small.find('/contact')
  expect(small.ready('/terms')).toBeNull()
  for (const kept of ['/blog', '/privacy', '/contact']) expect(small.ready(kept), kept).not.toBeNull()
  const tiny = openPages({ limits: { entries: 100, bytes: 1 } })
  expect((await tiny.find('/blog')).status).toBe(200)
  expect(tiny.ready('/blog')).toBeNull()
})

test('a script planted in a page is not allowed to run, the page’s own are', async () => {
  const planted = openPages({
    change: (html) =>
      html
        .replace('<body>', '<body><script>plantedFirst()</script>')
        .replace('</body>', '<script nonce="guessed">plantedLast()</script><script src="x"></script></body>'),
  })
  for (const address of ['/', '/catalogue', '/login', '/dashboard', '/nothing']) {
    const [page, clean] = [await planted.find(address), await site.find(address)]
    expect(page.identity.body.toString()).toContain('plantedFirst()')
    expect(scriptRule(page), address).toBe(scriptRule(clean))
    const own = inlineScripts(clean)
    expect(own.length, address).toBeGreaterThan(3)
    expect(scriptRule(clean)?.split(' ').slice(2), address).toEqual([...new Set(own.map(hashOf))])
  }
})

test('a script within a page’s data ends the script around it and is not allowed either', async () => {
  const broken = openPages({
    change: (html) => html.replace('streamController.enqueue("', '$&</script><script>planted()</script>'),
  })
  const page = await broken.find('/')
  expect(inlineScripts(page)).toContain('planted()')
  expect(scriptRule(page)).not.toContain(hashOf('planted()'))
})

test('the nonce by which a page’s scripts are known is another at each render, and is never sent', async () => {
  const nonces = new Set<string>()
  const watched = openPages({
    change: (html) => {
      for (const [, nonce = ''] of html.matchAll(/ nonce="([^"]*)"/g)) nonces.add(nonce)
      return html
    },
  })
  const addresses = ['/', '/catalogue?q=hammer', '/dashboard', '/nothing', '/_.data']
  const pages = await Promise.all(addresses.map(watched.find))
  expect(nonces.size).toBe(addresses.length - 1)
  for (const { identity } of pages) {
    const sent = identity.body.toString() + identity.headers.join()
    expect(sent).not.toContain('nonce')
    for (const nonce of nonces) expect(sent).not.toContain(nonce)
  }
})

const headersOf = ({ identity: { headers } }: CachedResponse) =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 ? [] : [[name, headers[at + 1] ?? '']])))
const scriptRule = (page: CachedResponse) =>
  headersOf(page)
    ['content-security-policy']?.split('; ')
    .find((rule) => rule.startsWith('script-src '))
const inlineScripts = ({ identity }: CachedResponse) =>
  [...identity.body.toString().matchAll(/<script(?![^>]*(?:src=|json))[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, code = '']) => code,
  )
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`

/** A build whose documents are changed between renderer and host. */
function changed(change: (html: string) => string): ServerBuild {
  const { default: render } = build.entry.module
  const module: typeof build.entry.module = {
    ...build.entry.module,
    default: async (...given) => {
      const response = (await render(...given)) as Response
      return new Response(change(await response.text()), response)
    },
  }
  return { ...build, entry: { ...build.entry, module } }
}

/** The built pages on the shop's own reads, which are counted and can be held up or made to fail. */
function openPages({
  limits,
  change = (html) => html,
}: {
  limits?: { entries: number; bytes: number }
  change?: (html: string) => string
} = {}) {
  const tagVersions = createTagVersions()
  const log: object[] = []
  const note = (fields: object) => void log.push(fields)
  const own = createPageData(shop.shop, shop.origin, 'pk_test')
  let count = 0
  let held: Promise<void> | null = null
  let fault: Error | null = null
  const pageData: PageData = {
    ...own,
    async newestProducts() {
      count++
      const wait = held
      held = null
      await wait
      if (fault) throw fault
      return own.newestProducts()
    },
  }
  const cache = createResponseCache({
    tagVersions,
    log: { warn: note, error: note },
    turns: { enter: async () => () => {}, enterAtOnce: () => () => {} },
    ...(limits && { limits }),
  })
  const find = createPages({ build: changed(change), pageData, cache, realCards: false, headers: {} })
  return {
    ready: (address: string) => cache.findFresh(address, ANYONE),
    tagVersions,
    log,
    reads: () => count,
    find: (address: string) => find(new URL(`http://shop${address}`), ANYONE),
    holdNext: (until: Promise<void>) => {
      held = until
    },
    failWith: (error: Error | null) => {
      fault = error
    },
  }
}
