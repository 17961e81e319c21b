import { Link } from 'react-router'
import type { Booking, Shipment } from '#contract/sales/bookings.ts'
import { type Tracked, trackingAddress } from '#contract/sales/tracking-address.ts'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { formatDay } from '../../ui/dates.ts'

/** The id of the element that names an order, for links and buttons whose own text is fixed. */
export const titleOf = ({ _id }: Booking) => `order-${_id}`

/** The number of an order, which leads to everything about it. */
export const BookingLink = ({ booking: { _id, number } }: { booking: Booking }) => (
  <Link to={`/dashboard/order/${_id}`} className="link inline-flex min-h-6 items-center">
    <span className="sr-only">Order </span>#{number}
  </Link>
)

/** When and with which carrier an order was shipped, and its tracking number. */
export function ShipmentNote({ shipment }: { shipment: Shipment }) {
  return (
    <span>
      Shipped <time dateTime={shipment.sentOn}>{formatDay(shipment.sentOn)}</time> ·{' '}
      <Parcel shipment={shipment} />
    </span>
  )
}

/** Whole, on one line where there is room. */
export const TransactionId = ({ children }: { children: string }) => (
  <span className="flex flex-wrap items-center gap-x-2">
    Transaction ID
    <span>
      <Copyable whole>{children}</Copyable>
    </span>
  </span>
)

/** Its carrier, and its tracking number if it has one. */
export function Parcel({ shipment }: { shipment: Shipment }) {
  const { carrier, number } = shipment
  if (!number) return carrier
  return (
    <>
      {carrier} · <TrackingNumber carrier={carrier} number={number} />
    </>
  )
}

/** A link to where the shipment can be followed, if we know its carrier. */
function TrackingNumber({ carrier, number }: Tracked) {
  const address = trackingAddress({ carrier, number })
  if (!address) return <span className="inline-block font-semibold text-base-content">{number}</span>
  return (
    <a href={address} rel="noreferrer" className="link inline-block font-semibold">
      <span className="sr-only">Track </span>
      {number}
    </a>
  )
}
