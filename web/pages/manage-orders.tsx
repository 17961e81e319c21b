import { texts } from '#contract/texts.ts'
import { api } from '../api.ts'
import { BookingTable } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { Refunds } from '../payments/refunds.tsx'
import { Empty } from '../ui/empty.tsx'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'

export default function ManageOrders() {
  const loading = useLoad(async (signal) => {
    const [bookings, refunds] = await Promise.all([api.listBookings({ signal }), api.listRefunds({ signal })])
    return { bookings, refunds }
  }, [])

  return (
    <>
      <PageTitle>{texts.dashboard.manageOrder}</PageTitle>
      <Load loading={loading}>
        {({ bookings, refunds }) => (
          <>
            <Refunds refunds={refunds} />
            {bookings.length === 0 ? (
              <Empty sentence="Nobody has ordered yet.">{null}</Empty>
            ) : (
              <BookingTable
                bookings={bookings}
                customer
                state={(booking) =>
                  booking.paid ? (
                    <span className="block break-all text-quiet text-sm">{booking.transictionId}</span>
                  ) : (
                    <strong className="text-error">{texts.booking.unpaid}</strong>
                  )
                }
                actions={(booking) =>
                  booking.paid ? (
                    <button
                      type="button"
                      className="btn btn-sm btn-outline"
                      onClick={() => toast.success(texts.booking.shipped)}
                    >
                      {texts.booking.pending}
                      <span className="sr-only"> order for {booking.product}</span>
                    </button>
                  ) : (
                    <DeleteBooking booking={booking} onDeleted={loading.retry} />
                  )
                }
              />
            )}
          </>
        )}
      </Load>
    </>
  )
}
