import { Link } from 'react-router'
import { texts } from '#contract/texts.ts'
import { api } from '../api.ts'
import { BookingTable } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { Empty } from '../ui/empty.tsx'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useOwnList } from '../users/use-own-list.ts'
import { useUser } from '../users/use-user.ts'

export default function Order() {
  const { email } = useUser()
  const loading = useOwnList((signal) => api.listOwnBookings({ query: { email }, signal }), email)

  return (
    <>
      <PageTitle>{texts.dashboard.myOrder}</PageTitle>
      <Load loading={loading}>
        {(bookings) =>
          bookings.length > 0 ? (
            <BookingTable
              bookings={bookings}
              state={(booking) =>
                booking.paid ? (
                  <>
                    <strong className="text-success">{texts.booking.processing}</strong>
                    <span className="block break-all text-quiet text-sm">{booking.transictionId}</span>
                  </>
                ) : (
                  <span className="text-quiet">{booking.held ? 'Waiting for payment' : 'Hold lapsed'}</span>
                )
              }
              actions={(booking) =>
                !booking.paid && (
                  <>
                    <Link to={`/dashboard/payment/${booking._id}`} className="btn btn-sm btn-primary">
                      {texts.booking.payment}
                      <span className="sr-only"> of {booking.product}</span>
                    </Link>
                    <DeleteBooking booking={booking} onDeleted={loading.retry} />
                  </>
                )
              }
            />
          ) : (
            <Empty sentence="You have not ordered anything yet.">
              <Link to="/catalogue" className="btn btn-primary">
                See all products
              </Link>
            </Empty>
          )
        }
      </Load>
    </>
  )
}
