import { normalizeSearch, readPageNumber } from './search-text.ts'

/** What an admin can ask of the orders, and how an address says it. Without schemas, because pages use it. */
export type BookingSearch = {
  q: string
  state?: BookingState | undefined
  page: number
}

export const BOOKING_STATES = ['unpaid', 'to-ship', 'shipped'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** Reads an address that a person may have typed: what makes no sense counts as not there. */
export function readBookingSearch(asked: URLSearchParams): BookingSearch {
  return {
    q: normalizeSearch(asked.get('q') ?? ''),
    state: BOOKING_STATES.find((known) => known === asked.get('state')),
    page: readPageNumber(asked),
  }
}

/** The one way to write a search: equal searches have equal addresses. */
export function writeBookingSearch({ q, state, page }: BookingSearch): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(state && { state }),
    ...(page > 1 && { page: String(page) }),
  })
}
