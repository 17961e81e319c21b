import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PageData } from '#contract/site/page-data.ts'
import { type CachedResponse, toCachedResponse } from '../platform/cache/cached-response.ts'
import type { CacheEntry, ResponseCache } from '../platform/cache/response-cache.ts'
import { contentSecurityPolicy, takeNonce } from '../platform/http/security-headers.ts'
import { createPageCacheKeys, type PageCacheKey } from './page-cache-key.ts'
import { type TrackedReads, trackPageData } from './track-page-data.ts'

/** The exports of the web app's server entry: the contexts to set for a render, and its constant script. */
export type ServerEntry = {
  pageData: RouterContext<PageData>
  nonce: RouterContext<string | null>
  bootScript: string
  reportError: RouterContext<(fault: unknown) => void>
}

/** The rendered pages, cached as bytes. When one cannot be rendered again, the stale one is served. */
export function createPages(options: {
  build: ServerBuild
  pageData: PageData
  cache: ResponseCache
  realCards: boolean
  headers: Record<string, string>
}) {
  const { build, cache, realCards, headers } = options
  const keys = build.entry.module as unknown as ServerEntry
  const render = createRequestHandler(build, 'production')
  const pageFor = createPageCacheKeys(build)

  const readsOf = new WeakMap<CachedResponse, TrackedReads>()

  /** If all of its reads have the same results, the previous page is reused. */
  async function create(
    { key, route }: PageCacheKey,
    previous: CachedResponse | null,
  ): Promise<CachedResponse> {
    const tracker = trackPageData(options.pageData)
    const before = previous && readsOf.get(previous)
    if (before && (await tracker.hasSameResults(before))) return previous
    const page = await renderPage(key, route, tracker.pageData)
    readsOf.set(page, tracker.reads)
    return page
  }

  async function renderPage(key: string, route: string, pageData: PageData): Promise<CachedResponse> {
    let fault: unknown
    const nonce = randomBytes(16).toString('base64url')
    const context = new RouterContextProvider()
    context.set(keys.pageData, pageData)
    context.set(keys.nonce, nonce)
    context.set(keys.reportError, (met) => {
      fault ??= met
    })
    const response = await render(new Request(new URL(key, options.pageData.shop.publicUrl)), context)
    if (response.status >= 500) throw fault ?? new Error(`rendering ${key} answered ${response.status}`)
    const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
    const rendered = await response.text()
    const page = type.startsWith('text/html') ? takeNonce(rendered, nonce) : null
    return toCachedResponse({
      status: response.status,
      route,
      body: Buffer.from(page?.html ?? rendered),
      compress: 'often',
      once: response.headers.get('cache-control') === 'no-store',
      headers: {
        ...Object.fromEntries(response.headers),
        ...headers,
        'content-type': type,
        'cache-control': 'no-cache',
        ...(page && {
          'content-security-policy': contentSecurityPolicy([keys.bootScript, ...page.scripts], realCards),
        }),
      },
    })
  }

  return async function find(url: URL, request: IncomingMessage): Promise<CachedResponse> {
    const page = pageFor(url)
    const entry: CacheEntry = {
      address: page.key,
      tags: page.tags,
      create: (previous) => create(page, previous),
      staleIfError: true,
    }
    return (await cache.findOrCreate(entry, request)) as CachedResponse
  }
}
