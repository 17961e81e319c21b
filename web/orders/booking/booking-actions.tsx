import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { titleOf } from './booking-links.tsx'
import { DeleteBooking } from './delete-booking.tsx'

type BookingActionsProps = { booking: Booking; own?: boolean; onDeleted?: () => unknown }

/** What can be done with an order: only its customer pays it or orders it again. */
export function BookingActions({ booking, own = true, onDeleted }: BookingActionsProps) {
  const { _id, orderId, paid } = booking
  const describedBy = titleOf(booking)
  return (
    <>
      {own && !paid && (
        <Link
          to={`/dashboard/payment/${_id}`}
          className="btn btn-sm btn-primary"
          aria-describedby={describedBy}
        >
          {texts.booking.payment}
        </Link>
      )}
      {own && (
        <Link to={`/product/${orderId}?again=${_id}`} className="btn btn-sm" aria-describedby={describedBy}>
          Order again
        </Link>
      )}
      {!paid && <DeleteBooking booking={booking} {...(onDeleted && { onDeleted })} />}
    </>
  )
}
