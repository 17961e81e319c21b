import { Link } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { BillingDetails } from '../bookings/billing-details.tsx'
import { BookingTable, titleOf } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { Documents } from '../bookings/documents.tsx'
import { RefundedChip, RefundNotes } from '../bookings/refunds-of-booking.tsx'
import { ShipmentNote } from '../bookings/shipment-note.tsx'
import { Paginated } from '../lists/paginated.tsx'
import { OwnQuotes } from '../quotes/own-quotes.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDate } from '../ui/dates.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ConfirmEmailNotice } from '../users/confirm-email-notice.tsx'
import { currentUser } from '../users/current-user.ts'
import { loadOwn } from '../users/load-own.ts'
import type { Route } from './+types/my-orders.ts'

export function clientLoader({ context, request: { signal } }: Route.ClientLoaderArgs) {
  const { email } = context.get(currentUser)
  const query = { email }
  const own = [api.listOwnBookings({ query, signal }), api.listOwnQuotes({ query, signal })] as const
  return loadOwn(Promise.all(own), signal)
}

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{texts.dashboard.myOrder}</PageTitle>
      <ConfirmEmailNotice />
      <Loaded result={loaderData}>
        {([bookings, quotes]) => (
          <div className="grid gap-12">
            {quotes.length > 0 && <OwnQuotes quotes={quotes} />}
            <Orders bookings={bookings} titled={quotes.length > 0} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** Under a title where something else stands on the page. */
function Orders({ bookings, titled }: { bookings: Booking[]; titled: boolean }) {
  return (
    <section aria-labelledby={titled ? 'orders' : undefined}>
      {titled && (
        <h2 id="orders" className="mb-4 text-xl">
          Orders
        </h2>
      )}
      {bookings.length > 0 ? (
        <Paginated rows={bookings}>
          {(shown) => (
            <BookingTable
              bookings={shown}
              state={stateOf}
              documents={(booking) => <DocumentsOf booking={booking} />}
              actions={(booking) => <Actions booking={booking} />}
            />
          )}
        </Paginated>
      ) : (
        <EmptyState sentence="You have not ordered anything yet.">
          <Link to="/catalogue" className="btn btn-primary">
            See all products
          </Link>
        </EmptyState>
      )}
    </section>
  )
}

function stateOf(booking: Booking) {
  const { paid, transictionId, held, heldUntil, shipment } = booking
  if (paid)
    return (
      <span>
        <Chip look="success">{texts.booking.processing}</Chip> <RefundedChip booking={booking} />
        <span className="block text-quiet">{transictionId}</span>
        {shipment && <ShipmentNote shipment={shipment} />}
        <RefundNotes booking={booking} />
      </span>
    )
  if (!held) return 'No longer held: the units are back on sale'
  return (
    <span>
      <Chip>Waiting for payment</Chip>
      {heldUntil && (
        <span className="block text-quiet">
          Held until <time dateTime={heldUntil}>{formatDate(heldUntil)}</time>
        </span>
      )}
    </span>
  )
}

function DocumentsOf({ booking }: { booking: Booking }) {
  return (
    <div className="grid justify-items-start gap-1 @max-[60rem]:justify-items-end">
      <Documents booking={booking} />
      {!booking.paid && <BillingDetails booking={booking} />}
    </div>
  )
}

function Actions({ booking }: { booking: Booking }) {
  const { _id, orderId, paid } = booking
  return (
    <div className="flex flex-wrap justify-end gap-2 @min-[60rem]:grid">
      {!paid && (
        <Link
          to={`/dashboard/payment/${_id}`}
          className="btn btn-sm btn-primary"
          aria-describedby={titleOf(booking)}
        >
          {texts.booking.payment}
        </Link>
      )}
      <Link
        to={`/product/${orderId}?again=${_id}`}
        className="btn btn-sm btn-outline"
        aria-describedby={titleOf(booking)}
      >
        Order again
      </Link>
      {!paid && <DeleteBooking booking={booking} />}
    </div>
  )
}
