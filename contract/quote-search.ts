import { normalizeSearch, readPageNumber } from './search-text.ts'

export const QUOTE_STATES = ['asked', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]

/** An admin's search for quotes, and how a URL spells it. Without schemas, because pages import it. */
export type QuoteSearch = {
  q: string
  state?: QuoteState | undefined
  page: number
}

/** Reads the query of a URL that a person may have typed: invalid values are ignored. */
export function readQuoteSearch(params: URLSearchParams): QuoteSearch {
  return {
    q: normalizeSearch(params.get('q') ?? ''),
    state: QUOTE_STATES.find((state) => state === params.get('state')),
    page: readPageNumber(params),
  }
}
