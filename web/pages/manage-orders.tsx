import type { Booking } from '#contract/bookings.ts'
import { formatCount } from '#contract/counts.ts'
import type { Refund } from '#contract/payments.ts'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { BookingTable, titleOf } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { RecordShipment } from '../bookings/record-shipment.tsx'
import { ShipmentNote } from '../bookings/shipment-note.tsx'
import { Refunds } from '../payments/refunds.tsx'
import { Empty } from '../ui/empty.tsx'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Paged } from '../ui/paged.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { AdminNotice } from '../users/admin-notice.tsx'

export default function ManageOrders() {
  const loading = useLoad(loadForAdmin, [])

  return (
    <>
      <PageTitle>{texts.dashboard.manageOrder}</PageTitle>
      <Load loading={loading}>
        {(all) => (all ? <Orders {...all} onChanged={loading.retry} /> : <AdminNotice />)}
      </Load>
    </>
  )
}

/** Null for those who may not see it. */
async function loadForAdmin(signal: AbortSignal) {
  try {
    const [bookings, refunds] = await Promise.all([api.listBookings({ signal }), api.listRefunds({ signal })])
    return { bookings, refunds }
  } catch (problem) {
    if (problem instanceof ApiError && problem.status === 403) return null
    throw problem
  }
}

type OrdersProps = { bookings: Booking[]; refunds: Refund[]; onChanged: () => void }

function Orders({ bookings, refunds, onChanged }: OrdersProps) {
  if (bookings.length === 0 && refunds.length === 0)
    return (
      <Empty sentence="Nobody has ordered yet. Orders appear here as soon as they are placed.">{null}</Empty>
    )
  const unpaid = bookings.filter(({ paid }) => !paid).length
  return (
    <div className="grid gap-12">
      <Refunds title="Open refunds" refunds={refunds.filter(({ state }) => state !== 'refunded')} />
      <div className="grid gap-4">
        <p className="text-quiet">
          {formatCount(bookings.length)} {bookings.length === 1 ? 'order' : 'orders'}, newest first;{' '}
          {formatCount(unpaid)} unpaid
        </p>
        <Paged rows={bookings}>
          {(shown) => (
            <BookingTable
              bookings={shown}
              customer
              state={stateOf}
              actions={(booking) =>
                booking.paid ? (
                  <span className="stacked-actions">
                    <Pending booking={booking} />
                    <RecordShipment booking={booking} onChanged={onChanged} />
                  </span>
                ) : (
                  <DeleteBooking booking={booking} onChanged={onChanged} />
                )
              }
            />
          )}
        </Paged>
      </div>
      <Refunds title="Refunds made" refunds={refunds.filter(({ state }) => state === 'refunded')} />
    </div>
  )
}

function stateOf({ paid, transictionId, shipment }: Booking) {
  if (!paid) return <strong className="text-error">{texts.booking.unpaid}</strong>
  return (
    <span>
      <strong className="text-success">Paid</strong>
      <span className="block text-quiet">{transictionId}</span>
      {shipment && <ShipmentNote shipment={shipment} />}
    </span>
  )
}

function Pending({ booking }: { booking: Booking }) {
  return (
    <button
      type="button"
      className="btn btn-sm btn-outline"
      aria-describedby={titleOf(booking)}
      onClick={() => toast.success(texts.booking.shipped)}
    >
      {texts.booking.pending}
    </button>
  )
}
