// What searches have in common. Without schemas, because pages use it.

export const MAX_SEARCH_LENGTH = 100
/** Of a list, where a call does not say. */
export const ROWS_PER_PAGE = 50
/** The pages on which admins manage something list as many: everything, in most shops. */
export const MAX_ROWS_PER_PAGE = 200

/** As it is searched for: any spacing, any case, and nothing that is not text. */
export function normalizeSearch(written: string) {
  return written
    .replaceAll('\0', ' ')
    .toWellFormed()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .trim()
}

/** The page that an address asks for. */
export function readPageNumber(asked: URLSearchParams): number {
  const page = asked.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}
