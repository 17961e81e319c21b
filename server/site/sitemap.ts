import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { itemAddress } from '#contract/catalogue/item-address.ts'
import { listBetween, listFirstOfEach } from '../catalogue/products/sitemap-store.ts'
import { type CachedResponse, toCachedResponse } from '../platform/cache/cached-response.ts'
import type { CacheEntry } from '../platform/cache/response-cache.ts'
import { rememberBriefly } from '../platform/concurrency/remember-briefly.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { sendBytes } from '../platform/http/send-bytes.ts'
import { refuse } from '../platform/refusals/refuse.ts'
import type { Shop } from '../shop-context.ts'
import { hiddenPages } from './unwritten-texts.ts'

type Parts = AsyncIterable<string>

/** Search engines read five times as many of one file; this many are written in some fifty milliseconds. */
const MAX_ADDRESSES = 10_000
/** How long a file may lack what other instances have added, and the list a further file. */
const MAX_AGE_MS = 60_000
const FILE = '/sitemap-items-:number(^\\d+$).xml'
const SCHEMA = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const PAGES = [
  '/',
  '/catalogue',
  '/reviews',
  '/blog',
  '/extra',
  '/portfolio',
  '/contact',
  '/privacy',
  '/terms',
  '/docs',
]

/** A sitemap of several files: the pages, and all products, of which new ones join the last file. */
export function mountSitemap(app: FastifyInstance, shop: Shop, maxAddresses = MAX_ADDRESSES) {
  const location = (path: string) => `<loc>${new URL(path, shop.config.origin).href}</loc>`
  const hidden = hiddenPages(shop.config)
  const pages = PAGES.filter((page) => !hidden.includes(page))
  const findFirsts = rememberBriefly(() => listFirstOfEach(shop.db, maxAddresses), MAX_AGE_MS)
  const headers = {
    ...securityHeaders(shop.config.publicOrigin),
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=3600',
  }

  /** Cached as bytes: writing a file takes as long as rendering several pages. */
  async function send(request: FastifyRequest, reply: FastifyReply, address: string, parts: () => Parts) {
    const create = async () =>
      toCachedResponse({
        body: Buffer.from(await write(parts())),
        compress: 'often',
        route: request.routeOptions.url ?? address,
        headers,
      })
    const entry: CacheEntry = {
      address,
      tags: ['catalogue'],
      maxAgeMs: MAX_AGE_MS,
      create,
      staleIfError: true,
    }
    return sendBytes(request, reply, (await shop.cache.findOrCreate(entry, request.raw)) as CachedResponse)
  }

  async function* index() {
    yield `<sitemapindex xmlns="${SCHEMA}">`
    yield `<sitemap>${location('/sitemap-pages.xml')}</sitemap>`
    for (const number of (await findFirsts()).keys())
      yield `<sitemap>${location(`/sitemap-items-${number + 1}.xml`)}</sitemap>`
    yield '</sitemapindex>\n'
  }

  app.get('/sitemap.xml', (request, reply) => send(request, reply, '/sitemap.xml', index))

  app.get('/sitemap-pages.xml', (request, reply) =>
    send(request, reply, '/sitemap-pages.xml', () => urlSet([pages], location)),
  )

  app.get<{ Params: { number: string } }>(FILE, async (request, reply) => {
    const number = Number(request.params.number)
    const firsts = await findFirsts()
    const first = firsts[number - 1]
    if (!first) throw refuse.notFound('There is no such part of the sitemap')
    return send(request, reply, `/sitemap-items-${number}.xml`, () =>
      urlSet(atMost(maxAddresses, listBetween(shop.db, first, firsts[number])), (product) =>
        location(itemAddress(product)),
      ),
    )
  })
}

async function* urlSet<T>(batches: Iterable<T[]> | AsyncIterable<T[]>, location: (entry: T) => string) {
  yield `<urlset xmlns="${SCHEMA}">`
  for await (const batch of batches) yield batch.map((entry) => `<url>${location(entry)}</url>`).join('')
  yield '</urlset>\n'
}

async function* atMost<T>(count: number, batches: AsyncIterable<T[]>) {
  let left = count
  for await (const batch of batches) {
    yield batch.slice(0, left)
    left -= batch.length
    if (left <= 0) return
  }
}

async function write(parts: Parts): Promise<string> {
  let text = '<?xml version="1.0" encoding="UTF-8"?>\n'
  for await (const part of parts) text += part
  return text
}
