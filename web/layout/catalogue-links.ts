import { normalizeSearch } from '#contract/formats/search-text.ts'

// Apart from the whole search, because every page has such links.
export const categoryAddress = (slug: string) => `/catalogue?${new URLSearchParams({ category: slug })}`

export function searchAddress(text: string): string {
  const q = normalizeSearch(text)
  return q === '' ? '/catalogue' : `/catalogue?${new URLSearchParams({ q })}`
}
