import type { CacheTag } from '#contract/page-data.ts'
import { isDatabaseUnreachable } from '../database/connect.ts'
import type { CachedResponse } from './cached-response.ts'
import type { TagVersions } from './tag-versions.ts'

/** Another instance may have changed what a response depends on, so it expires after a second. */
const MAX_AGE_MS = 1_000
/** From this age on the response is refreshed in the background while it is still served. */
const REFRESH_AGE_MS = 800
const RETRY_MS = 1_000
const LIMITS = { entries: 2_000, bytes: 128 * 1024 * 1024 }

type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

export type CacheEntry = {
  /** The URL of this response, exactly as in the request target. */
  address: string
  /** What the response depends on; without any it never changes. */
  tags: readonly CacheTag[]
  /** Null: too large to be cached. `previous` is the response that has become stale. */
  create(previous: CachedResponse | null): Promise<CachedResponse | null>
  /** Whether a stale response is better than none when a new one cannot be created. */
  staleIfError: boolean
}

export type ResponseCache = ReturnType<typeof createResponseCache>

type StoredEntry = {
  entry: CacheEntry
  version: number
  createdAt: number
  response: CachedResponse | null
  tooLarge: boolean
  pending: { version: number; response: Promise<CachedResponse | null> } | null
  /** After a failure the stale response is served until then. */
  retryAt: number
  usedSinceEviction: boolean
}

/** Responses cached as bytes, each created once per change of what it depends on, however many requests wait for it. */
export function createResponseCache(options: { tagVersions: TagVersions; log: Log; limits?: typeof LIMITS }) {
  const { tagVersions, log, limits = LIMITS } = options
  const stored = new Map<string, StoredEntry>()
  let bytes = 0
  let hits = 0
  let misses = 0

  /** Versions only grow, so their sum tells any two states apart. */
  const versionOf = (tags: readonly CacheTag[]) => {
    let sum = 0
    for (const tag of tags) sum += tagVersions.version(tag)
    return sum
  }

  function freshResponse(slot: StoredEntry): CachedResponse | null {
    const { response, createdAt, retryAt } = slot
    const { tags } = slot.entry
    if (!response) return null
    const now = Date.now()
    if (now < retryAt && retryAt - now <= RETRY_MS) return response
    if (slot.version !== versionOf(tags)) return null
    if (tags.length === 0) return response
    // Created in the future: the clock was set back.
    const age = Math.abs(now - createdAt)
    if (age >= MAX_AGE_MS) return null
    if (age >= REFRESH_AGE_MS && !slot.pending) refresh(slot).catch(() => {})
    return response
  }

  function refresh(slot: StoredEntry) {
    const { address, tags, create, staleIfError } = slot.entry
    const startedAt = Date.now()
    const pending = { version: versionOf(tags), response: create(slot.response) }
    slot.pending = pending
    pending.response = pending.response
      .then((response) => {
        // Outdated by a later change, or its entry was evicted: only the waiting requests get it.
        if (slot.pending !== pending || stored.get(address) !== slot) return response
        if (response?.once) {
          stored.delete(address)
          bytes -= slot.response?.bytes ?? 0
          return response
        }
        bytes += (response?.bytes ?? 0) - (slot.response?.bytes ?? 0)
        const tooLarge = response === null
        const { version } = pending
        Object.assign(slot, { response, tooLarge, version, createdAt: startedAt, retryAt: 0 })
        evict()
        return response
      })
      .catch((error: unknown) => {
        if (slot.response && staleIfError) {
          if (slot.pending === pending) slot.retryAt = Date.now() + RETRY_MS
          logFailure(error, address)
          return slot.response
        }
        if (!slot.response && stored.get(address) === slot) stored.delete(address)
        throw error
      })
      .finally(() => {
        if (slot.pending === pending) slot.pending = null
      })
    return pending.response
  }

  function logFailure(error: unknown, address: string) {
    // Without the search terms.
    const page = address.split('?', 1)[0]
    if (isDatabaseUnreachable(error))
      log.warn({ reason: error, page }, 'a stale page is served: the database is unreachable')
    else log.error({ err: error, page }, 'a stale page is served: the new one could not be rendered')
  }

  /** Least recently used first; what was used since the last eviction gets a second chance. */
  function evict() {
    for (const [address, slot] of stored) {
      if (stored.size <= limits.entries && bytes <= limits.bytes) return
      stored.delete(address)
      if (slot.usedSinceEviction) stored.set(address, Object.assign(slot, { usedSinceEviction: false }))
      else bytes -= slot.response?.bytes ?? 0
    }
  }

  return {
    /** The response if it is fresh; `address` is the raw request target. */
    findFresh(address: string): CachedResponse | null {
      const slot = stored.get(address)
      const response = slot ? freshResponse(slot) : null
      if (slot && response) {
        slot.usedSinceEviction = true
        hits++
      }
      return response
    },
    /** The last response, if stale ones may be served; starts a refresh. */
    findStale(address: string): CachedResponse | null {
      const slot = stored.get(address)
      if (!slot?.response || !slot.entry.staleIfError) return null
      if (!slot.pending) refresh(slot).catch(() => {})
      slot.usedSinceEviction = true
      hits++
      return slot.response
    },
    findOrCreate(entry: CacheEntry): Promise<CachedResponse | null> | CachedResponse | null {
      const { address, tags } = entry
      const slot = stored.get(address) ?? emptySlot(entry)
      // Moved to the end: the map is ordered by last use.
      stored.delete(address)
      stored.set(address, slot)
      const response = freshResponse(slot)
      if (response) {
        hits++
        return response
      }
      misses++
      if (slot.tooLarge && slot.version === versionOf(tags)) return null
      // A response started before the last change would show the old state.
      if (slot.pending?.version === versionOf(tags)) return slot.pending.response
      return refresh(slot)
    },
    /** The present size, and what was counted since the last call. */
    takeStatistics() {
      const statistics = { entries: stored.size, bytes, hits, misses }
      hits = misses = 0
      return statistics
    },
  }
}

const emptySlot = (entry: CacheEntry): StoredEntry => ({
  entry,
  version: -1,
  createdAt: 0,
  response: null,
  tooLarge: false,
  pending: null,
  retryAt: 0,
  usedSinceEviction: false,
})
