import type { IncomingMessage } from 'node:http'
import type { CacheTag } from '#contract/site/page-data.ts'
import { describeOutage, isDatabaseUnreachable } from '../database/connect.ts'
import { forSeveral } from '../log/request-context.ts'
import type { CachedResponse } from './cached-response.ts'
import type { TagVersions } from './tag-versions.ts'

/** Another instance may have changed what a response depends on, so it expires after a second. */
const MAX_AGE_MS = 1_000
/** From this part of its age on, a response is refreshed in the background while it is still served. */
const REFRESH_AT = 0.8
const RETRY_MS = 1_000
/** How long a response that was too large is not tried again, whatever changes. */
const TOO_LARGE_MS = 60_000
const LIMITS = { entries: 2_000, bytes: 128 * 1024 * 1024 }

type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

export type CacheEntry = {
  /** The URL of this response, exactly as in the request target. */
  address: string
  /** What the response depends on; without any it never changes. */
  tags: readonly CacheTag[]
  /** Where changes by other instances may show later than after a second. */
  maxAgeMs?: number
  /** Null: too large to be cached. `previous` is the response that has become stale. */
  create(previous: CachedResponse | null): Promise<CachedResponse | null>
  /** Whether a stale response is better than none when a new one cannot be created. */
  staleIfError: boolean
}

/** Who creates a response waits for a turn; at once is null where one would have to wait. */
type Turns = {
  enter(request: IncomingMessage, signal: AbortSignal): Promise<() => void>
  enterAtOnce(request: IncomingMessage): (() => void) | null
}

export type ResponseCache = ReturnType<typeof createResponseCache>

type StoredEntry = {
  entry: CacheEntry
  version: number
  createdAt: number
  response: CachedResponse | null
  tooLarge: boolean
  pending: { version: number; response: Promise<CachedResponse | null> } | null
  /** Those who wait for their turn to create it. */
  waiting: Set<AbortController>
  /** After a failure the stale response is served until then. */
  retryAt: number
  usedSinceEviction: boolean
}

/** Responses cached as bytes, each created once per change of what it depends on, however many requests wait for it. */
export function createResponseCache(options: {
  tagVersions: TagVersions
  log: Log
  turns: Turns
  limits?: typeof LIMITS
}) {
  const { tagVersions, log, turns, limits = LIMITS } = options
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

  function freshResponse(slot: StoredEntry, request: IncomingMessage): CachedResponse | null {
    const { response, createdAt, retryAt } = slot
    const { tags, maxAgeMs = MAX_AGE_MS } = slot.entry
    if (!response) return null
    const now = Date.now()
    if (now < retryAt && retryAt - now <= RETRY_MS) return response
    if (slot.version !== versionOf(tags)) return null
    if (tags.length === 0) return response
    // Created in the future: the clock was set back.
    const age = Math.abs(now - createdAt)
    if (age >= maxAgeMs) return null
    if (age >= maxAgeMs * REFRESH_AT) refreshAtOnce(slot, request)
    return response
  }

  /** What a request gets without creating anything: undefined when it has to. */
  function currentResponse(slot: StoredEntry, request: IncomingMessage) {
    const response = freshResponse(slot, request)
    if (response) return response
    if (slot.tooLarge && Math.abs(Date.now() - slot.createdAt) < TOO_LARGE_MS) return null
    // A response started before the last change would show the old state.
    return slot.pending?.version === versionOf(slot.entry.tags) ? slot.pending.response : undefined
  }

  /** In the background, unless others are waiting for their turn: then whoever asks once it has expired waits as well. */
  function refreshAtOnce(slot: StoredEntry, request: IncomingMessage) {
    if (slot.pending || slot.waiting.size > 0) return
    const endTurn = turns.enterAtOnce(request)
    if (endTurn)
      refresh(slot)
        .catch(() => {})
        .finally(endTurn)
  }

  /** Whoever has their turn first creates it for all who wait. */
  async function createInTurn(slot: StoredEntry, request: IncomingMessage): Promise<CachedResponse | null> {
    const created = new AbortController()
    slot.waiting.add(created)
    let endTurn: (() => void) | undefined
    try {
      const turn = turns.enter(request, created.signal)
      endTurn = await turn.finally(() => slot.waiting.delete(created))
      const current = currentResponse(slot, request)
      if (current !== undefined) return await current
      const response = refresh(slot)
      for (const other of slot.waiting) other.abort(response)
      return await response
    } catch (error) {
      if (created.signal.aborted) return created.signal.reason
      forgetIfEmpty(slot)
      throw error
    } finally {
      endTurn?.()
    }
  }

  function forgetIfEmpty(slot: StoredEntry) {
    const { response, pending, waiting, entry } = slot
    const isEmpty = !response && !pending && waiting.size === 0
    if (isEmpty && stored.get(entry.address) === slot) stored.delete(entry.address)
  }

  function refresh(slot: StoredEntry) {
    const { address, tags, create, staleIfError } = slot.entry
    const startedAt = Date.now()
    const pending = { version: versionOf(tags), response: forSeveral(() => create(slot.response)) }
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
      log.warn({ reason: error, page }, `a stale page is served: ${describeOutage(error)}`)
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
    findFresh(address: string, request: IncomingMessage): CachedResponse | null {
      const slot = stored.get(address)
      const response = slot ? freshResponse(slot, request) : null
      if (slot && response) {
        slot.usedSinceEviction = true
        hits++
      }
      return response
    },
    /** The last response, if stale ones may be served; starts a refresh. */
    findStale(address: string, request: IncomingMessage): CachedResponse | null {
      const slot = stored.get(address)
      if (!slot?.response || !slot.entry.staleIfError) return null
      refreshAtOnce(slot, request)
      slot.usedSinceEviction = true
      hits++
      return slot.response
    },
    findOrCreate(
      entry: CacheEntry,
      request: IncomingMessage,
    ): Promise<CachedResponse | null> | CachedResponse | null {
      const { address } = entry
      const slot = stored.get(address) ?? emptySlot(entry)
      // Moved to the end: the map is ordered by last use.
      stored.delete(address)
      stored.set(address, slot)
      const current = currentResponse(slot, request)
      if (current && current === slot.response) hits++
      else misses++
      return current === undefined ? createInTurn(slot, request) : current
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
  waiting: new Set(),
  retryAt: 0,
  usedSinceEviction: false,
})
