import type { Booking } from '#contract/sales/bookings.ts'
import type { IdempotencyKeys } from '../../forms/use-idempotency-key.ts'

/** What every panel about one order is given. */
export type PanelProps = {
  booking: Booking
  keys: IdempotencyKeys
  /** Back to the details. */
  onCancel: () => void
  /** Closes the panel and tells what was done. */
  onDone: (sentence: string) => void
}
