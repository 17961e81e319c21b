import { Link } from 'react-router'
import type { Booking } from '#contract/bookings.ts'

/** The number of an order, which leads to everything about it. */
export const BookingLink = ({ booking: { _id, number } }: { booking: Booking }) => (
  <Link to={`/dashboard/order/${_id}`} className="link inline-flex min-h-6 items-center">
    <span className="sr-only">Order </span>#{number}
  </Link>
)
