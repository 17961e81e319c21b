import type { Shipment } from '#contract/bookings.ts'
import { formatDay } from '../ui/dates.ts'

/** That an order is on its way: when it left, with whom, and the number to follow it by. */
export function ShipmentNote({ shipment: { carrier, number, sentOn } }: { shipment: Shipment }) {
  return (
    <span className="block">
      Sent on <time dateTime={sentOn}>{formatDay(sentOn)}</time> with {carrier}, number{' '}
      <span className="inline-block font-semibold">{number}</span>
    </span>
  )
}
