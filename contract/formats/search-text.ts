// Shared by all searches. Without schemas, because pages import it.

export const MAX_SEARCH_LENGTH = 100
/** The default page size. */
export const ROWS_PER_PAGE = 50
/** The page size of the admin pages: everything, in most shops. */
export const MAX_ROWS_PER_PAGE = 200

/** Ignores spacing and case, and drops what is not text. */
export function normalizeSearch(typed: string) {
  return typed
    .replaceAll('\0', ' ')
    .toWellFormed()
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_SEARCH_LENGTH)
    .toWellFormed()
    .trim()
}

/** The page number in a URL's query; 1 if it is missing or invalid. */
export function readPageNumber(params: URLSearchParams): number {
  const page = params.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1
}
