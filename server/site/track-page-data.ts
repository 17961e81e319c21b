import type { PageData } from '#contract/page-data.ts'

type Name = Exclude<keyof PageData, 'shop'>
type Read = (...given: unknown[]) => Promise<unknown>
type TrackedRead = { name: Name; given: unknown[]; seen: string }

/** What a page has read, so that it can be told later whether it would read the same again. */
export type TrackedReads = readonly TrackedRead[]

/** The reads of one render: each is made once, and what came out of it is remembered. */
export function trackPageData(reads: PageData) {
  const looks: TrackedRead[] = []
  const results = new Map<string, Promise<unknown>>()

  function look(name: Name, given: unknown[]): Promise<unknown> {
    const key = `${name} ${JSON.stringify(given)}`
    const known = results.get(key)
    if (known) return known
    const result = (reads[name] as Read)(...given)
    results.set(key, result)
    return result
  }

  const watched =
    (name: Name): Read =>
    async (...given) => {
      const result = await look(name, given)
      looks.push({ name, given, seen: JSON.stringify(result) })
      return result
    }

  return {
    reads: {
      shop: reads.shop,
      firstProducts: watched('firstProducts'),
      firstRatings: watched('firstRatings'),
      catalogue: watched('catalogue'),
      ratingsPage: watched('ratingsPage'),
    } as PageData,
    looks: looks as TrackedReads,
    /** Whether everything that was read before is still the same; what is read for this the render need not read again. */
    async sees(before: TrackedReads): Promise<boolean> {
      const now = await Promise.all(before.map(({ name, given }) => look(name, given)))
      return now.every((result, place) => JSON.stringify(result) === before[place]?.seen)
    },
  }
}
