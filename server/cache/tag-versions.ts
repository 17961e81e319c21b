import type { CacheTag } from '#contract/page-data.ts'

const TAGS: readonly CacheTag[] = ['catalogue', 'ratings', 'stock']

/** Counts the changes of each tag, so that whatever was made of it before is known to be old. */
export type TagVersions = {
  version(tag: CacheTag): number
  invalidate(tag: CacheTag): void
  /** Anything may have changed. */
  invalidateAll(): void
  /** Invalidates the tag of this name, if there is one. */
  invalidateNamed(name: string): void
}

export function createTagVersions(): TagVersions {
  const counts = new Map<CacheTag, number>()
  const invalidate = (tag: CacheTag) => void counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return {
    version: (tag) => counts.get(tag) ?? 0,
    invalidate,
    invalidateAll: () => TAGS.forEach(invalidate),
    invalidateNamed: (name) => TAGS.filter((tag) => tag === name).forEach(invalidate),
  }
}
