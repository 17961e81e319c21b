import {
  createRequestHandler,
  matchRoutes,
  type RouteObject,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { PageHandle, Reads, Topic } from '#contract/reads.ts'
import type { Changes } from './changes.ts'
import { type Kept, keep } from './kept.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const STOCK_AGE_MS = 1_000
const MOST_PAGES = 2_000
const MOST_BYTES = 128 * 1024 * 1024
const NOT_FOUND = '/not-found'

type Entry = {
  topics: readonly Topic[]
  counts: string
  madeAt: number
  made: Kept | null
  making: Promise<Kept> | null
}

/** The rendered pages, each made once per change of what it shows, however many ask. */
export function createPages(options: {
  build: ServerBuild
  reads: Reads
  changes: Changes
  live: boolean
  headers: Record<string, string>
  log: { error(fields: object, message: string): void }
}) {
  const { build, changes, live, headers, log } = options
  const render = createRequestHandler(build, 'production')
  const routes = routeTree(build)
  const entries = new Map<string, Entry>()
  let bytes = 0

  const counts = (topics: readonly Topic[]) => topics.map((topic) => changes.count(topic)).join()

  const isFresh = (entry: Entry) =>
    entry.counts === counts(entry.topics) &&
    (!entry.topics.includes('stock') || Date.now() - entry.madeAt < STOCK_AGE_MS)

  /** What is rendered for this address: never the address itself, so that odd queries cost nothing. */
  function pageFor(url: URL): { key: string; topics: readonly Topic[] } {
    const data = url.pathname.endsWith('.data')
    const pathname = data
      ? url.pathname.slice(0, -'.data'.length).replace(/\/_root$/, '/') || '/'
      : url.pathname
    const match = matchRoutes(routes, pathname)?.at(-1)
    if (!match || match.route.path === '*') return { key: data ? `${NOT_FOUND}.data` : NOT_FOUND, topics: [] }
    const handle = match.route.handle as PageHandle | undefined
    const shown = pathname
      .split('/')
      .map((part) => (Object.values(match.params).includes(decode(part)) ? '-' : part))
      .join('/')
      .replace(/(.)\/+$/, '$1')
    const query = new URLSearchParams()
    for (const name of [...(handle?.query ?? []), ...(data ? ['_routes'] : [])])
      if (url.searchParams.has(name)) query.set(name, url.searchParams.get(name) as string)
    const address = data ? (shown === '/' ? '/_root.data' : `${shown}.data`) : shown
    return { key: query.size ? `${address}?${query}` : address, topics: handle?.madeOf ?? [] }
  }

  async function make(key: string): Promise<Kept> {
    const context = new RouterContextProvider()
    context.set((build.entry.module as unknown as { reads: RouterContext<Reads> }).reads, options.reads)
    const response = await render(new Request(new URL(key, options.reads.shop.publicUrl)), context)
    if (response.status >= 500) throw new Error(`rendering ${key} answered ${response.status}`)
    const body = Buffer.from(await response.arrayBuffer())
    const type = response.headers.get('content-type') ?? 'text/html; charset=utf-8'
    const page = type.startsWith('text/html')
    return keep({
      status: response.status,
      body,
      compress: 'often',
      headers: {
        ...Object.fromEntries(response.headers),
        ...headers,
        'content-type': type,
        'cache-control': 'no-cache',
        ...(page && { 'content-security-policy': contentSecurityPolicy(body.toString(), live) }),
      },
    })
  }

  function remake(key: string, entry: Entry) {
    const before = counts(entry.topics)
    const startedAt = Date.now()
    entry.making = make(key)
      .then((kept) => {
        bytes += kept.bytes - (entry.made?.bytes ?? 0)
        Object.assign(entry, { made: kept, counts: before, madeAt: startedAt })
        forgetOldest()
        return kept
      })
      .catch((error: unknown) => {
        log.error({ err: error, page: key }, 'a page could not be rendered')
        if (entry.made) return entry.made
        entries.delete(key)
        throw error
      })
      .finally(() => {
        entry.making = null
      })
    return entry.making
  }

  function forgetOldest() {
    for (const [key, entry] of entries) {
      if (entries.size <= MOST_PAGES && bytes <= MOST_BYTES) return
      bytes -= entry.made?.bytes ?? 0
      entries.delete(key)
    }
  }

  return {
    /** The page if it is ready to be sent at once; `address` is the raw request target. */
    ready(address: string): Kept | null {
      const entry = entries.get(address)
      return entry?.made && isFresh(entry) ? entry.made : null
    },
    find(url: URL): Promise<Kept> | Kept {
      const { key, topics } = pageFor(url)
      const entry = entries.get(key) ?? { topics, counts: '', madeAt: 0, made: null, making: null }
      // Moved to the end: the map's order is the order of last use.
      entries.delete(key)
      entries.set(key, entry)
      if (entry.made && isFresh(entry)) return entry.made
      return entry.making ?? remake(key, entry)
    },
  }
}

function routeTree(build: ServerBuild, parentId?: string): RouteObject[] {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const handle = route?.module.handle as PageHandle | undefined
      return route?.index
        ? { id: route.id, index: true, path: route.path, handle }
        : { id: route?.id, path: route?.path, handle, children: routeTree(build, route?.id) }
    }) as RouteObject[]
}

function decode(part: string) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
