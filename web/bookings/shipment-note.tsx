import type { Shipment } from '#contract/bookings.ts'
import { trackingAddress } from '#contract/tracking-address.ts'
import { formatDay } from '../ui/dates.ts'

/** When and with which carrier an order was shipped, and its tracking number. */
export function ShipmentNote({ shipment }: { shipment: Shipment }) {
  return (
    <span>
      Shipped <time dateTime={shipment.sentOn}>{formatDay(shipment.sentOn)}</time> · {shipment.carrier} ·{' '}
      <TrackingNumber shipment={shipment} />
    </span>
  )
}

/** A link to where the shipment can be followed, if we know its carrier. */
export function TrackingNumber({ shipment }: { shipment: Shipment }) {
  const address = trackingAddress(shipment)
  if (!address) return <span className="font-semibold text-base-content">{shipment.number}</span>
  return (
    <a href={address} rel="noreferrer" className="link font-semibold">
      <span className="sr-only">Track </span>
      {shipment.number}
    </a>
  )
}
