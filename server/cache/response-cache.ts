import type { Topic } from '#contract/page-data.ts'
import { isDatabaseAway } from '../database/connect.ts'
import type { Changes } from './tag-versions.ts'
import type { Kept } from './cached-response.ts'

const STOCK_AGE_MS = 1_000
/** From this age on the next answer is being made while the old one is still given: nobody waits for it. */
const AHEAD_MS = 800
const REST_MS = 1_000
const LIMITS = { answers: 2_000, bytes: 128 * 1024 * 1024 }

type Log = Record<'warn' | 'error', (fields: object, message: string) => void>

export type Recipe = {
  /** The one address of this answer, as it stands in a request. */
  address: string
  /** What the answer is made of. */
  topics: readonly Topic[]
  /** Null: too large to be kept. `previous` is the answer that has become old. */
  make(previous: Kept | null): Promise<Kept | null>
  /** Whether an old answer is better than none when a new one cannot be made. */
  oldIsBetter: boolean
}

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

type Entry = {
  recipe: Recipe
  counts: number
  madeAt: number
  made: Kept | null
  tooLarge: boolean
  making: { counts: number; answer: Promise<Kept | null> } | null
  /** After a failure the old answer is given for a moment before the next try. */
  restUntil: number
  asked: boolean
}

/** Answers kept as bytes, each made once per change of what it is made of, however many ask. */
export function createKeptAnswers(options: { changes: Changes; log: Log; limits?: typeof LIMITS }) {
  const { changes, log, limits = LIMITS } = options
  const entries = new Map<string, Entry>()
  let bytes = 0

  /** Counts only grow, so their sum tells any two states apart. */
  const countsOf = (topics: readonly Topic[]) => {
    let sum = 0
    for (const topic of topics) sum += changes.count(topic)
    return sum
  }

  /** The kept answer, unless it is old. */
  function fresh(entry: Entry): Kept | null {
    const { made, madeAt, restUntil } = entry
    const { topics } = entry.recipe
    if (!made) return null
    const now = Date.now()
    if (now < restUntil) return made
    if (entry.counts !== countsOf(topics)) return null
    if (!topics.includes('stock')) return made
    if (now - madeAt >= STOCK_AGE_MS) return null
    if (now - madeAt >= AHEAD_MS && !entry.making) remake(entry).catch(() => {})
    return made
  }

  function remake(entry: Entry) {
    const { address, topics, make, oldIsBetter } = entry.recipe
    const startedAt = Date.now()
    const making = { counts: countsOf(topics), answer: make(entry.made) }
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
        if (entry.made && oldIsBetter) {
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
    if (isDatabaseAway(error))
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
    ready(address: string): Kept | null {
      const entry = entries.get(address)
      const made = entry ? fresh(entry) : null
      if (entry && made) entry.asked = true
      return made
    },
    /** The last answer where an old one is better than none; a new one is being made. */
    old(address: string): Kept | null {
      const entry = entries.get(address)
      if (!entry?.made || !entry.recipe.oldIsBetter) return null
      if (!entry.making) remake(entry).catch(() => {})
      entry.asked = true
      return entry.made
    },
    find(recipe: Recipe): Promise<Kept | null> | Kept | null {
      const { address, topics } = recipe
      const entry = entries.get(address) ?? newEntry(recipe)
      // Moved to the end: the map's order is the order of last use.
      entries.delete(address)
      entries.set(address, entry)
      const made = fresh(entry)
      if (made) return made
      if (entry.tooLarge && entry.counts === countsOf(topics)) return null
      // What was begun before the last change would show what was before it.
      if (entry.making?.counts === countsOf(topics)) return entry.making.answer
      return remake(entry)
    },
  }
}

const newEntry = (recipe: Recipe): Entry => ({
  recipe,
  counts: -1,
  madeAt: 0,
  made: null,
  tooLarge: false,
  making: null,
  restUntil: 0,
  asked: false,
})
