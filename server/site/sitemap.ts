import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { itemAddress } from '#contract/item-address.ts'
import { refuse } from '../http/refuse.ts'
import { listBetween, listFirstOfEach } from '../products/sitemap-store.ts'
import type { Shop } from '../shop-context.ts'
import { hiddenPages } from '../unwritten-texts.ts'

/** What search engines read of one file. */
const MAX_ADDRESSES = 50_000
/** How long a product that was added may be missing from a list of more than one file. */
const MAX_AGE_MS = 60_000
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
  const findFirsts = rememberBriefly(() => listFirstOfEach(shop.db, maxAddresses))

  app.get('/sitemap.xml', async (_request, reply) => {
    const items = (await findFirsts()).map((_first, index) => `/sitemap-items-${index + 1}.xml`)
    const files = ['/sitemap-pages.xml', ...items].map((file) => `<sitemap>${location(file)}</sitemap>`)
    return sendXml(reply, [`<sitemapindex xmlns="${SCHEMA}">`, ...files, '</sitemapindex>\n'])
  })

  app.get('/sitemap-pages.xml', (_request, reply) =>
    sendXml(
      reply,
      urlSet([pages], (page) => location(page)),
    ),
  )

  app.get<{ Params: { number: string } }>('/sitemap-items-:number(^\\d+$).xml', async (request, reply) => {
    const number = Number(request.params.number)
    const firsts = await findFirsts()
    const first = firsts[number - 1]
    if (!first) throw refuse.notFound('There is no such part of the sitemap')
    const batches = listBetween(shop.db, first, firsts[number])
    return sendXml(
      reply,
      urlSet(atMost(maxAddresses, batches), (product) => location(itemAddress(product))),
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

function sendXml(reply: FastifyReply, parts: Iterable<string> | AsyncIterable<string>) {
  async function* file() {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield* parts
  }
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=3600')
    .send(Readable.from(file()))
}

/** One read for all who ask within that time. */
function rememberBriefly<T>(read: () => Promise<T>): () => Promise<T> {
  let remembered: { at: number; value: Promise<T> } | null = null
  return () => {
    // The clock may have been set back.
    if (remembered && Math.abs(Date.now() - remembered.at) < MAX_AGE_MS) return remembered.value
    const value = read()
    const current = { at: Date.now(), value }
    remembered = current
    value.catch(() => {
      if (remembered === current) remembered = null
    })
    return value
  }
}
