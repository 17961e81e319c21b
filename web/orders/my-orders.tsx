import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { ConfirmEmailNotice } from '../account/sign-in/confirm-email-notice.tsx'
import { api } from '../api.ts'
import { ScreenSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { Paginated } from '../lists/paginated.tsx'
import { currentUser } from '../session/current-user.ts'
import { loadOwn } from '../session/load-own.ts'
import { formatDateTime } from '../ui/dates.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import type { Route } from './+types/my-orders.ts'
import { BillingDetails } from './booking/billing-details.tsx'
import { BookingActions } from './booking/booking-actions.tsx'
import { BookingLink, ShipmentNote, TransactionId } from './booking/booking-links.tsx'
import { BookingTable } from './booking/booking-table.tsx'
import { CustomerState } from './booking/customer-state.tsx'
import { Documents } from './booking/documents.tsx'
import { RefundNotes } from './booking/refunds-of-booking.tsx'
import { OwnQuotes } from './quotes/own-quotes.tsx'

export function clientLoader({ context, request, url }: Route.ClientLoaderArgs) {
  const { signal } = request
  const { email } = context.get(currentUser)
  const query = { email }
  const own = [api.listOwnBookings({ query, signal }), api.listOwnQuotes({ query, signal })] as const
  return loadOwn(Promise.all(own), { request, url })
}

const title = (
  <>
    <PageTitle>{texts.dashboard.myOrder}</PageTitle>
    <ConfirmEmailNotice />
  </>
)

export const handle = screenHandle(title, <ScreenSkeleton like="table" blocks={6} />)

export default function MyOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      {title}
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
              number={(booking) => <BookingLink booking={booking} />}
              state={(booking) => <CustomerState booking={booking} />}
              note={(booking) => <Note booking={booking} />}
              actions={(booking) => <BookingActions booking={booking} />}
              widths={{ state: '8.5rem', actions: '19.5rem' }}
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

function Note({ booking }: { booking: Booking }) {
  const { paid, byBank, transictionId, heldUntil, shipment } = booking
  return (
    <>
      {transictionId && <TransactionId>{transictionId}</TransactionId>}
      {shipment && <ShipmentNote shipment={shipment} />}
      <RefundNotes booking={booking} />
      {byBank && <span>Waiting for your bank transfer</span>}
      {heldUntil && (
        <span>
          Held until <time dateTime={heldUntil}>{formatDateTime(heldUntil)}</time>
        </span>
      )}
      {!paid && !heldUntil && (
        <span>The units are back in stock. You can still pay while they are available.</span>
      )}
      <Documents booking={booking} />
      {!paid && <BillingDetails booking={booking} />}
    </>
  )
}
