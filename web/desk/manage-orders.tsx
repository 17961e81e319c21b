import { texts } from '#contract/fixed-texts.ts'
import type { TotalCount } from '#contract/formats/format-number.ts'
import {
  BOOKING_STATES,
  type BookingSearch,
  type BookingState,
  readBookingSearch,
} from '#contract/sales/booking-search.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { readQuoteSearch } from '#contract/sales/quote-search.ts'
import type { Refund } from '#contract/sales/refunds.ts'
import { writeStateSearch } from '#contract/sales/state-search.ts'
import type { PageHandle } from '#contract/site/page-data.ts'
import { api, nullIf } from '../api.ts'
import { ListSkeleton, type ScreenHandle, screenHandle } from '../layout/screen-handle.tsx'
import { listQuery, loadPage, useRequestedQuery } from '../lists/paged-list.tsx'
import { SearchedList } from '../lists/searched-list.tsx'
import { AdminState } from '../orders/booking/admin-state.tsx'
import { ShipmentNote, TransactionId, titleOf } from '../orders/booking/booking-links.tsx'
import { BookingTable } from '../orders/booking/booking-table.tsx'
import { DeleteBooking } from '../orders/booking/delete-booking.tsx'
import { leftToRefund, RefundNotes } from '../orders/booking/refunds-of-booking.tsx'
import { LinkChoice } from '../ui/controls/choice.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { ArrowLink } from '../ui/page/arrow-link.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import { toast } from '../ui/page/toasts.tsx'
import type { Route } from './+types/manage-orders.ts'
import { BookingDetails } from './orders/booking-details.tsx'
import { ExportBookings } from './orders/export-bookings.tsx'
import { type FoundQuotes, loadQuotes, ManageQuotes } from './orders/manage-quotes.tsx'
import { RecordShipment } from './orders/record-shipment.tsx'
import { Refunds } from './orders/refunds.tsx'
import { AdminsOnlyNotice } from './users/admins-only-notice.tsx'

/** Null for users who are not admins. */
export const clientLoader = ({ request: { signal }, url: { searchParams } }: Route.ClientLoaderArgs) => {
  const loading: Promise<FoundQuotes | Found> = showsQuotes(searchParams)
    ? loadQuotes(readQuoteSearch(searchParams), signal)
    : load(readBookingSearch(searchParams), signal)
  return resultOf(loading.catch(nullIf(403)))
}

const showsQuotes = (params: URLSearchParams) => params.get('view') === 'quotes'

// The choice between orders and quotes is rendered before anything has loaded.
export const handle: ScreenHandle & PageHandle = {
  ...screenHandle(<Title admin="maybe" />, <LoadingList />),
  query: (params) => new URLSearchParams(showsQuotes(params) ? { view: 'quotes' } : {}),
}

export default function ManageOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Title admin={loaderData.problem ? 'maybe' : loaderData.data !== null} />
      <Loaded result={loaderData}>
        {(found) => {
          if (!found) return <AdminsOnlyNotice />
          return 'quotes' in found ? <ManageQuotes {...found} /> : <Orders {...found} />
        }}
      </Loaded>
    </>
  )
}

function Title({ admin }: { admin: boolean | 'maybe' }) {
  return (
    <PageTitle aside={<ViewChoice />} admin={admin}>
      {texts.dashboard.manageOrder}
    </PageTitle>
  )
}

function LoadingList() {
  return <ListSkeleton of={showsQuotes(useRequestedQuery()) ? 'quotes' : 'orders'} />
}

function ViewChoice() {
  const quotes = showsQuotes(useRequestedQuery())
  const options = [
    { label: 'Orders', to: '?', chosen: !quotes },
    { label: 'Quotes', to: '?view=quotes', chosen: quotes },
  ]
  return <LinkChoice label="View" options={options} />
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

const TEXTS = {
  searchLabel: 'Search these orders',
  filterLabel: 'Filter orders',
  noMatch: 'No orders match.',
  showAll: 'Show all orders',
}

/** Shows the previous result until the requested one has loaded. */
function Orders({ search, bookings, refunds, ...counted }: Found) {
  const requested = readBookingSearch(useRequestedQuery())
  const everything = search.q === '' && search.state === undefined
  if (everything && counted.total === 0 && refunds.length === 0)
    return (
      <EmptyState sentence="Nobody has ordered yet. Orders appear here as soon as they are placed.">
        <ArrowLink to="/catalogue">See all products</ArrowLink>
      </EmptyState>
    )
  return (
    <div className="grid gap-12">
      {everything && (
        <Refunds title="Open refunds" refunds={refunds.filter(({ state }) => state !== 'refunded')} />
      )}
      <SearchedList
        nouns="orders"
        texts={TEXTS}
        search={search}
        requested={requested}
        // Disputes are rare: only the overview leads to them.
        states={BOOKING_STATES.filter((state) => state !== 'disputed' || requested.state === state)}
        labelOf={(state) => STATES[state]}
        describe={nounOf}
        addressOf={(search) => `?${writeStateSearch(search)}`}
        aside={<ExportBookings />}
        {...counted}
      >
        {bookings.length > 0 && <Table bookings={bookings} />}
      </SearchedList>
      {everything && (
        <Refunds title="Completed refunds" refunds={refunds.filter(({ state }) => state === 'refunded')} />
      )}
    </div>
  )
}

const STATES: Record<BookingState, string> = {
  unpaid: 'Unpaid',
  'to-ship': 'To ship',
  shipped: 'Shipped',
  disputed: 'Disputed',
}

const nounOf = (state: BookingState | undefined, orders: string) =>
  ({
    all: orders,
    unpaid: `unpaid ${orders}`,
    'to-ship': `${orders} to ship`,
    shipped: `shipped ${orders}`,
    disputed: `disputed ${orders}`,
  })[state ?? 'all']

function Table({ bookings }: { bookings: Booking[] }) {
  return (
    <BookingTable
      bookings={bookings}
      customer
      number={(booking) => <BookingDetails booking={booking} />}
      state={(booking) => <AdminState booking={booking} />}
      note={(booking) => <Note booking={booking} />}
      actions={(booking) => <Actions booking={booking} />}
      // From one below the other to side by side.
      widths={{
        state: 'clamp(6.75rem, 25cqi - 10rem, 11.5rem)',
        actions: 'clamp(10rem, 40cqi - 17rem, 16.5rem)',
      }}
    />
  )
}

function Note({ booking }: { booking: Booking }) {
  const { address, phone, paid, byBank, held, heldUntil, transictionId, shipment } = booking
  return (
    <>
      <span>
        Ship to {address.replaceAll('\n', ', ')} · <span className="inline-block">{phone}</span>
      </span>
      {transictionId && <TransactionId>{transictionId}</TransactionId>}
      {!paid && <span>{heldUntil && held ? `Held until ${formatDateTime(heldUntil)}` : 'Hold expired'}</span>}
      {byBank && <span className="font-semibold text-base-content">Customer pays by bank transfer</span>}
      {shipment && <ShipmentNote shipment={shipment} />}
      <RefundNotes booking={booking} />
    </>
  )
}

function Actions({ booking }: { booking: Booking }) {
  if (!booking.paid) return <DeleteBooking booking={booking} />
  return (
    <>
      {(booking.shipment || leftToRefund(booking) > 0) && <RecordShipment booking={booking} />}
      <Pending booking={booking} />
    </>
  )
}

function Pending({ booking }: { booking: Booking }) {
  return (
    <button
      type="button"
      className="btn btn-sm"
      aria-describedby={titleOf(booking)}
      onClick={() => toast.success(texts.booking.shipped)}
    >
      {texts.booking.pending}
    </button>
  )
}
