import {
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Reads, Topic } from '#contract/reads.ts'
import { isDatabaseAway } from '../database/connect.ts'
import type { Changes } from './changes.ts'
import { type Kept, keep } from './kept.ts'
import { createPageAddresses } from './page-address.ts'
import { contentSecurityPolicy } from './security-headers.ts'

const STOCK_AGE_MS = 1_000
const REST_MS = 1_000
const LIMITS = { pages: 2_000, bytes: 128 * 1024 * 1024 }

type Entry = {
  topics: readonly Topic[]
  counts: string
  madeAt: number
  made: Kept | null
  making: { counts: string; page: Promise<Kept> } | null
  /** After a failure the old page is served for a moment before the next try. */
  restUntil: number
}

/** What the web app's server entry hands to its host: where to put the reads, and where its faults go. */
export type EntryKeys = {
  reads: RouterContext<Reads>
  reportFault: RouterContext<(fault: unknown) => void>
}

type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

/** The rendered pages, each made once per change of what it shows, however many ask. */
export function createPages(options: {
  build: ServerBuild
  reads: Reads
  changes: Changes
  realCards: boolean
  headers: Record<string, string>
  log: Log
  limits?: typeof LIMITS
}) {
  const { build, changes, realCards, headers, log, limits = LIMITS } = options
  const keys = build.entry.module as unknown as EntryKeys
  const render = createRequestHandler(build, 'production')
  const pageFor = createPageAddresses(build)
  const entries = new Map<string, Entry>()
  let bytes = 0

  const counts = (topics: readonly Topic[]) => topics.map((topic) => changes.count(topic)).join()

  const isFresh = (entry: Entry) =>
    Date.now() < entry.restUntil ||
    (entry.counts === counts(entry.topics) &&
      (!entry.topics.includes('stock') || Date.now() - entry.madeAt < STOCK_AGE_MS))

  async function make(key: string): Promise<Kept> {
    let fault: unknown
    const context = new RouterContextProvider()
    context.set(keys.reads, options.reads)
    context.set(keys.reportFault, (met) => {
      fault ??= met
    })
    const response = await render(new Request(new URL(key, options.reads.shop.publicUrl)), context)
    if (response.status >= 500) throw fault ?? new Error(`rendering ${key} answered ${response.status}`)
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
        ...(page && { 'content-security-policy': contentSecurityPolicy(body.toString(), realCards) }),
      },
    })
  }

  function remake(key: string, entry: Entry) {
    const startedAt = Date.now()
    const making = { counts: counts(entry.topics), page: make(key) }
    entry.making = making
    making.page = making.page
      .then((kept) => {
        // A render that began before a later change, or whose entry was forgotten meanwhile, serves only those who wait for it.
        if (entry.making !== making || entries.get(key) !== entry) return kept
        bytes += kept.bytes - (entry.made?.bytes ?? 0)
        Object.assign(entry, { made: kept, counts: making.counts, madeAt: startedAt, restUntil: 0 })
        forgetOldest()
        return kept
      })
      .catch((error: unknown) => {
        if (entry.making === making) entry.restUntil = Date.now() + REST_MS
        if (!entry.made) {
          if (entries.get(key) === entry) entries.delete(key)
          throw error
        }
        report(error, key)
        return entry.made
      })
      .finally(() => {
        if (entry.making === making) entry.making = null
      })
    return making.page
  }

  function report(error: unknown, page: string) {
    if (isDatabaseAway(error))
      log.warn({ reason: (error as Error).message, page }, 'an old page is served: the database is away')
    else log.error({ err: error, page }, 'an old page is served: the new one could not be rendered')
  }

  function forgetOldest() {
    for (const [key, entry] of entries) {
      if (entries.size <= limits.pages && bytes <= limits.bytes) return
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
      const entry = entries.get(key) ?? newEntry(topics)
      // Moved to the end: the map's order is the order of last use.
      entries.delete(key)
      entries.set(key, entry)
      if (entry.made && isFresh(entry)) return entry.made
      // A render that began before the last change would show what was before it.
      if (entry.making?.counts === counts(topics)) return entry.making.page
      return remake(key, entry)
    },
  }
}

const newEntry = (topics: readonly Topic[]): Entry => ({
  topics,
  counts: '',
  madeAt: 0,
  made: null,
  making: null,
  restUntil: 0,
})
