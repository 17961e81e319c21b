import { normalizeSearch, readPageNumber } from './search-text.ts'

/** An admin's search for orders, and how a URL spells it. Without schemas, because pages import it. */
export type BookingSearch = {
  q: string
  state?: BookingState | undefined
  page: number
}

export const BOOKING_STATES = ['unpaid', 'to-ship', 'shipped', 'disputed'] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** Reads the query of a URL that a person may have typed: invalid values are ignored. */
export function readBookingSearch(params: URLSearchParams): BookingSearch {
  return {
    q: normalizeSearch(params.get('q') ?? ''),
    state: BOOKING_STATES.find((state) => state === params.get('state')),
    page: readPageNumber(params),
  }
}

/** The canonical form: equal searches have equal URLs. */
export function writeBookingSearch({ q, state, page }: BookingSearch): URLSearchParams {
  return new URLSearchParams({
    ...(q && { q }),
    ...(state && { state }),
    ...(page > 1 && { page: String(page) }),
  })
}
