import { Link } from 'react-router'
import {
  BOOKING_STATES,
  type BookingSearch,
  type BookingState,
  readBookingSearch,
  writeBookingSearch,
} from '#contract/booking-search.ts'
import type { Booking } from '#contract/bookings.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatTotal, type TotalCount } from '#contract/format-count.ts'
import type { Refund } from '#contract/payments.ts'
import { api, nullIf } from '../api.ts'
import { BookingTable, titleOf } from '../bookings/booking-table.tsx'
import { DeleteBooking } from '../bookings/delete-booking.tsx'
import { RecordShipment } from '../bookings/record-shipment.tsx'
import { ShipmentNote } from '../bookings/shipment-note.tsx'
import { ListPages, listQuery, loadPage, useRequestedQuery } from '../lists/list-page.tsx'
import { SearchAsTyped } from '../lists/search-as-typed.tsx'
import { Refunds } from '../payments/refunds.tsx'
import { Chip } from '../ui/chip.tsx'
import { LinkChoice } from '../ui/choice.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { resultOf } from '../ui/result.ts'
import { toast } from '../ui/toasts.tsx'
import { AdminsOnlyNotice } from '../users/admins-only-notice.tsx'
import type { Route } from './+types/manage-orders.ts'

/** Null for users who are not admins. */
export const clientLoader = ({ request, url }: Route.ClientLoaderArgs) =>
  resultOf(load(readBookingSearch(url.searchParams), request.signal).catch(nullIf(403)))

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{texts.dashboard.manageOrder}</PageTitle>
      <Loaded result={loaderData}>{(found) => (found ? <Orders {...found} /> : <AdminsOnlyNotice />)}</Loaded>
    </>
  )
}

type Found = { search: BookingSearch; bookings: Booking[]; refunds: Refund[] } & TotalCount

async function load(search: BookingSearch, signal: AbortSignal): Promise<Found> {
  const { q, state, page } = search
  const query = { ...listQuery(page, q), ...(state && { state }) }
  const [{ rows, ...counted }, refunds] = await Promise.all([
    loadPage((readHeaders) => api.listBookings({ query, signal, readHeaders })),
    api.listRefunds({ signal }),
  ])
  return { search, bookings: rows, ...counted, refunds }
}

/** Shows the previous result until the requested one has loaded. */
function Orders({ search, bookings, total, exact, refunds }: Found) {
  const requested = readBookingSearch(useRequestedQuery())
  const { q, state, page } = search
  const everything = q === '' && state === undefined
  if (everything && total === 0 && refunds.length === 0)
    return (
      <EmptyState sentence="Nobody has ordered yet. Orders appear here as soon as they are placed.">
        {null}
      </EmptyState>
    )
  return (
    <div className="grid gap-12">
      {everything && (
        <Refunds title="Open refunds" refunds={refunds.filter(({ state }) => state !== 'refunded')} />
      )}
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center gap-4">
          <SearchAsTyped
            label="Search these orders"
            addressOf={(q) => addressOf({ ...requested, q, page: 1 })}
          />
          <StateChoice search={requested} />
        </div>
        <p role="status" className="text-quiet">
          {formatTotal({ total, exact })} {nounOf(state, total === 1 ? 'order' : 'orders')}
          {q && ` for “${q}”`}
          {total > 1 && ', newest first'}
        </p>
        {total === 0 && (
          <EmptyState sentence="No orders match.">
            <Link to="?" className="btn btn-primary">
              Show all orders
            </Link>
          </EmptyState>
        )}
        {bookings.length > 0 && <Table bookings={bookings} />}
        <ListPages page={page} total={total} addressOf={(page) => addressOf({ ...search, page })} />
      </div>
      {everything && (
        <Refunds title="Completed refunds" refunds={refunds.filter(({ state }) => state === 'refunded')} />
      )}
    </div>
  )
}

const STATES: Record<BookingState, string> = { unpaid: 'Unpaid', 'to-ship': 'To ship', shipped: 'Shipped' }

const nounOf = (state: BookingState | undefined, orders: string) =>
  ({ all: orders, unpaid: `unpaid ${orders}`, 'to-ship': `${orders} to ship`, shipped: `shipped ${orders}` })[
    state ?? 'all'
  ]

const addressOf = (search: BookingSearch) => `?${writeBookingSearch(search)}`

function StateChoice({ search }: { search: BookingSearch }) {
  const options = [undefined, ...BOOKING_STATES].map((state) => ({
    label: state ? STATES[state] : 'All',
    to: addressOf({ ...search, state, page: 1 }),
    chosen: state === search.state,
  }))
  return <LinkChoice label="Which orders" options={options} />
}

function Table({ bookings }: { bookings: Booking[] }) {
  return (
    <BookingTable
      bookings={bookings}
      customer
      state={stateOf}
      actions={(booking) =>
        booking.paid ? (
          <>
            <Pending booking={booking} />
            <RecordShipment booking={booking} />
          </>
        ) : (
          <DeleteBooking booking={booking} />
        )
      }
    />
  )
}

function stateOf({ paid, transictionId, shipment }: Booking) {
  if (!paid) return <Chip look="error">{texts.booking.unpaid}</Chip>
  return (
    <div>
      <div className="flex items-center gap-2">
        <Chip look="success">Paid</Chip>
        {transictionId && <Copyable>{transictionId}</Copyable>}
      </div>
      {shipment && <ShipmentNote shipment={shipment} />}
    </div>
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
