import type { CacheTag } from '#contract/page-data.ts'
import { isDatabaseUnreachable } from '../database/connect.ts'
import type { TagVersions } from './tag-versions.ts'
import type { CachedResponse } from './cached-response.ts'

const STOCK_AGE_MS = 1_000
/** From this age on the next answer is being made while the old one is still given: nobody waits for it. */
const AHEAD_MS = 800
const REST_MS = 1_000
const LIMITS = { answers: 2_000, bytes: 128 * 1024 * 1024 }

type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

export type CacheEntry = {
  /** The one address of this answer, as it stands in a request. */
  address: string
  /** What the answer is made of. */
  tags: readonly CacheTag[]
  /** Null: too large to be kept. `previous` is the answer that has become old. */
  make(previous: CachedResponse | null): Promise<CachedResponse | null>
  /** Whether an old answer is better than none when a new one cannot be made. */
  staleIfError: boolean
}

export type ResponseCache = ReturnType<typeof createResponseCache>

type StoredEntry = {
  recipe: CacheEntry
  counts: number
  madeAt: number
  made: CachedResponse | null
  tooLarge: boolean
  making: { counts: number; answer: Promise<CachedResponse | null> } | null
  /** After a failure the old answer is given for a moment before the next try. */
  restUntil: number
  asked: boolean
}

/** Answers kept as bytes, each made once per change of what it is made of, however many ask. */
export function createResponseCache(options: { changes: TagVersions; log: Log; limits?: typeof LIMITS }) {
  const { changes, log, limits = LIMITS } = options
  const entries = new Map<string, StoredEntry>()
  let bytes = 0

  /** Counts only grow, so their sum tells any two states apart. */
  const countsOf = (topics: readonly CacheTag[]) => {
    let sum = 0
    for (const topic of topics) sum += changes.version(topic)
    return sum
  }

  /** The kept answer, unless it is old. */
  function fresh(entry: StoredEntry): CachedResponse | null {
    const { made, madeAt, restUntil } = entry
    const { tags } = entry.recipe
    if (!made) return null
    const now = Date.now()
    if (now < restUntil) return made
    if (entry.counts !== countsOf(tags)) return null
    if (!tags.includes('stock')) return made
    if (now - madeAt >= STOCK_AGE_MS) return null
    if (now - madeAt >= AHEAD_MS && !entry.making) remake(entry).catch(() => {})
    return made
  }

  function remake(entry: StoredEntry) {
    const { address, tags, make, staleIfError } = entry.recipe
    const startedAt = Date.now()
    const making = { counts: countsOf(tags), answer: make(entry.made) }
    entry.making = making
    making.answer = making.answer
      .then((kept) => {
        // What was begun before a later change, or for an entry that was forgotten meanwhile, is only for those who wait for it.
        if (entry.making !== making || entries.get(address) !== entry) return kept
        if (kept?.once) {
          entries.delete(address)
          bytes -= entry.made?.bytes ?? 0
          return kept
        }
        bytes += (kept?.bytes ?? 0) - (entry.made?.bytes ?? 0)
        const tooLarge = kept === null
        Object.assign(entry, {
          made: kept,
          tooLarge,
          counts: making.counts,
          madeAt: startedAt,
          restUntil: 0,
        })
        forgetOldest()
        return kept
      })
      .catch((error: unknown) => {
        if (entry.made && staleIfError) {
          if (entry.making === making) entry.restUntil = Date.now() + REST_MS
          report(error, address)
          return entry.made
        }
        if (!entry.made && entries.get(address) === entry) entries.delete(address)
        throw error
      })
      .finally(() => {
        if (entry.making === making) entry.making = null
      })
    return making.answer
  }

  function report(error: unknown, address: string) {
    // Without what was searched for.
    const page = address.split('?', 1)[0]
    if (isDatabaseUnreachable(error))
      log.warn({ reason: error, page }, 'an old page is served: the database is away')
    else log.error({ err: error, page }, 'an old page is served: the new one could not be rendered')
  }

  /** Whoever was asked for since the last look is spared once. */
  function forgetOldest() {
    for (const [address, entry] of entries) {
      if (entries.size <= limits.answers && bytes <= limits.bytes) return
      entries.delete(address)
      if (entry.asked) entries.set(address, Object.assign(entry, { asked: false }))
      else bytes -= entry.made?.bytes ?? 0
    }
  }

  return {
    /** The answer if it is ready to be sent at once; `address` is the raw request target. */
    findFresh(address: string): CachedResponse | null {
      const entry = entries.get(address)
      const made = entry ? fresh(entry) : null
      if (entry && made) entry.asked = true
      return made
    },
    /** The last answer where an old one is better than none; a new one is being made. */
    findStale(address: string): CachedResponse | null {
      const entry = entries.get(address)
      if (!entry?.made || !entry.recipe.staleIfError) return null
      if (!entry.making) remake(entry).catch(() => {})
      entry.asked = true
      return entry.made
    },
    findOrCreate(recipe: CacheEntry): Promise<CachedResponse | null> | CachedResponse | null {
      const { address, tags } = recipe
      const entry = entries.get(address) ?? newEntry(recipe)
      // Moved to the end: the map's order is the order of last use.
      entries.delete(address)
      entries.set(address, entry)
      const made = fresh(entry)
      if (made) return made
      if (entry.tooLarge && entry.counts === countsOf(tags)) return null
      // What was begun before the last change would show what was before it.
      if (entry.making?.counts === countsOf(tags)) return entry.making.answer
      return remake(entry)
    },
  }
}

const newEntry = (recipe: CacheEntry): StoredEntry => ({
  recipe,
  counts: -1,
  madeAt: 0,
  made: null,
  tooLarge: false,
  making: null,
  restUntil: 0,
  asked: false,
})
