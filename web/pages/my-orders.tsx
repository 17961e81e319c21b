import { Link } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { BookingTable, titleOf } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { ShipmentNote } from '../bookings/shipment-note.tsx'
import { Paginated } from '../lists/paginated.tsx'
import { Chip } from '../ui/chip.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ConfirmEmailNotice } from '../users/confirm-email-notice.tsx'
import { currentUser } from '../users/current-user.ts'
import { loadOwn } from '../users/load-own.ts'
import type { Route } from './+types/my-orders.ts'

export function clientLoader({ context, request: { signal } }: Route.ClientLoaderArgs) {
  const { email } = context.get(currentUser)
  return loadOwn(api.listOwnBookings({ query: { email }, signal }), signal)
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{texts.dashboard.myOrder}</PageTitle>
      <ConfirmEmailNotice />
      <Loaded result={loaderData}>
        {(bookings) =>
          bookings.length > 0 ? (
            <Paginated rows={bookings}>
              {(shown) => (
                <BookingTable
                  bookings={shown}
                  state={stateOf}
                  actions={(booking) => !booking.paid && <Unpaid booking={booking} />}
                />
              )}
            </Paginated>
          ) : (
            <EmptyState sentence="You have not ordered anything yet.">
              <Link to="/catalogue" className="btn btn-primary">
                See all products
              </Link>
            </EmptyState>
          )
        }
      </Loaded>
    </>
  )
}

function stateOf({ paid, transictionId, held, shipment }: Booking) {
  if (paid)
    return (
      <span>
        <Chip look="success">{texts.booking.processing}</Chip>
        <span className="block text-quiet">{transictionId}</span>
        {shipment && <ShipmentNote shipment={shipment} />}
      </span>
    )
  return held ? <Chip>Waiting for payment</Chip> : 'No longer held: its units are back on sale'
}

function Unpaid({ booking }: { booking: Booking }) {
  return (
    <>
      <Link
        to={`/dashboard/payment/${booking._id}`}
        className="btn btn-sm btn-primary"
        aria-describedby={titleOf(booking)}
      >
        {texts.booking.payment}
      </Link>
      <DeleteBooking booking={booking} />
    </>
  )
}
