import type { PageData } from '#contract/site/page-data.ts'

type Name = Exclude<keyof PageData, 'shop'>
type Read = (...args: unknown[]) => Promise<unknown>
type TrackedRead = { name: Name; args: unknown[]; result: string }

/** What a page has read, to find out later whether it would read the same again. */
export type TrackedReads = readonly TrackedRead[]

/** The page data of one render: each read is made once, and its result is remembered. */
export function trackPageData(pageData: PageData) {
  const reads: TrackedRead[] = []
  const results = new Map<string, Promise<unknown>>()

  function readOnce(name: Name, args: unknown[]): Promise<unknown> {
    const key = `${name} ${JSON.stringify(args)}`
    const earlier = results.get(key)
    if (earlier) return earlier
    const result = (pageData[name] as Read)(...args)
    results.set(key, result)
    return result
  }

  const tracked =
    (name: Name): Read =>
    async (...args) => {
      const result = await readOnce(name, args)
      reads.push({ name, args, result: JSON.stringify(result) })
      return result
    }

  return {
    pageData: {
      shop: pageData.shop,
      newestProducts: tracked('newestProducts'),
      newestRatings: tracked('newestRatings'),
      catalogue: tracked('catalogue'),
      categories: tracked('categories'),
      item: tracked('item'),
      isWritten: tracked('isWritten'),
      apiReference: tracked('apiReference'),
      ratingsPage: tracked('ratingsPage'),
    } as PageData,
    reads: reads as TrackedReads,
    /** Whether these reads still have the same results; a following render reuses what is read here. */
    async hasSameResults(before: TrackedReads): Promise<boolean> {
      const results = await Promise.all(before.map(({ name, args }) => readOnce(name, args)))
      return results.every((result, index) => JSON.stringify(result) === before[index]?.result)
    },
  }
}
