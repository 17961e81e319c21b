import type { CacheTag } from '#contract/site/page-data.ts'

/** Counts this instance's changes per tag: a response created under an older version is stale. */
export type TagVersions = {
  version(tag: CacheTag): number
  invalidate(tag: CacheTag): void
}

export function createTagVersions(): TagVersions {
  const versions = new Map<CacheTag, number>()
  const version = (tag: CacheTag) => versions.get(tag) ?? 0
  return { version, invalidate: (tag) => void versions.set(tag, version(tag) + 1) }
}
