import { readStateSearch, type StateSearch } from './state-search.ts'

export const BOOKING_STATES = ['unpaid', 'to-ship', 'shipped', 'disputed'] as const
export type BookingState = (typeof BOOKING_STATES)[number]
export type BookingSearch = StateSearch<BookingState>

export const readBookingSearch = readStateSearch(BOOKING_STATES)
