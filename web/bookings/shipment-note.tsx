import type { Shipment } from '#contract/bookings.ts'
import { Chip } from '../ui/chip.tsx'
import { formatDay } from '../ui/dates.ts'

/** When and with which carrier an order was shipped, and its tracking number. */
export function ShipmentNote({ shipment: { carrier, number, sentOn } }: { shipment: Shipment }) {
  return (
    <span className="mt-1.5 block">
      <Chip look="success">Shipped</Chip> <time dateTime={sentOn}>{formatDay(sentOn)}</time> · {carrier} ·{' '}
      <span className="inline-block font-semibold">{number}</span>
    </span>
  )
}
