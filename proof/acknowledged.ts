import type { Booking } from '#contract/sales/bookings.ts'

/** What somebody was told and may rely on. */
export type Acknowledged = {
  order: Booking
  paidBy?: string
  invoice?: string | undefined
  refunded?: boolean
  deleted?: boolean
}
export type Answer = { status: number; json: Awaited<ReturnType<Response['json']>> }
/** Asks until there is a clear answer, as a browser's Retry would. */
export type Insist = (method: string, target: string, body?: object, key?: string) => Promise<Answer>
