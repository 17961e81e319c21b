import { readStateSearch, type StateSearch } from './state-search.ts'

export const QUOTE_STATES = ['asked', 'offered', 'accepted', 'declined', 'withdrawn', 'lapsed'] as const
export type QuoteState = (typeof QUOTE_STATES)[number]
export type QuoteSearch = StateSearch<QuoteState>

export const readQuoteSearch = readStateSearch(QUOTE_STATES)
