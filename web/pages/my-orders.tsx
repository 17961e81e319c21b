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
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useOwnList } from '../users/use-own-list.ts'
import { useUser } from '../users/use-user.ts'

export default function MyOrders() {
  const { email } = useUser()
  const loading = useOwnList((signal) => api.listOwnBookings({ query: { email }, signal }), email)

  return (
    <>
      <PageTitle>{texts.dashboard.myOrder}</PageTitle>
      <Load loading={loading}>
        {(bookings) =>
          bookings.length > 0 ? (
            <Paginated rows={bookings}>
              {(shown) => (
                <BookingTable
                  bookings={shown}
                  state={stateOf}
                  actions={(booking) =>
                    !booking.paid && <Unpaid booking={booking} onChanged={loading.retry} />
                  }
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
      </Load>
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

function Unpaid({ booking, onChanged }: { booking: Booking; onChanged: () => void }) {
  return (
    <>
      <Link
        to={`/dashboard/payment/${booking._id}`}
        className="btn btn-sm btn-primary"
        aria-describedby={titleOf(booking)}
      >
        {texts.booking.payment}
      </Link>
      <DeleteBooking booking={booking} onChanged={onChanged} />
    </>
  )
}
