import { Link } from 'react-router'
import type { Booking } from '#contract/sales/bookings.ts'
import { api, nullIf } from '../api.ts'
import { type ScreenHandle, ScreenSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { currentUser } from '../session/current-user.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Loaded, useLastData } from '../ui/page/loaded.tsx'
import { Missing } from '../ui/page/missing.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { type Result, resultOf } from '../ui/page/result.ts'
import type { Route } from './+types/order.ts'
import { AdminState } from './booking/admin-state.tsx'
import { BillingDetails } from './booking/billing-details.tsx'
import { BookingActions } from './booking/booking-actions.tsx'
import { BookingStory, Letterhead } from './booking/booking-story.tsx'
import { CustomerState } from './booking/customer-state.tsx'
import { DisputeNotice, isDisputed } from './booking/dispute-notice.tsx'
import { MANAGE_ORDER, MY_ORDER } from './purchase/order-pages.ts'

/** With the list that it is from. */
type Found = { booking: Booking; own: boolean; list: { to: string; label: string } } | null

export const clientLoader = ({ context, params, request: { signal } }: Route.ClientLoaderArgs) =>
  resultOf(findBooking(params.id, context.get(currentUser).email, signal))

async function findBooking(id: string, email: string, signal: AbortSignal): Promise<Found> {
  const booking = await api.getBooking({ params: { id }, signal }).catch(nullIf(404))
  const own = booking?.email === email
  return booking && { booking, own, list: own ? MY_ORDER : MANAGE_ORDER }
}

export const handle: ScreenHandle = {
  ...screenHandle(<Title />, <ScreenSkeleton like="order" blocks={5} />),
  menuEntry: (loaded) => ((loaded as Result<Found> | undefined)?.data?.list ?? MY_ORDER).to,
}

export default function Order({ loaderData, params }: Route.ComponentProps) {
  return <OrderPage key={params.id} result={loaderData} />
}

function OrderPage({ result }: { result: Result<Found> }) {
  return (
    <>
      <Title found={useLastData(result)} />
      <Loaded result={result}>{(found) => (found ? <OrderOf {...found} /> : <Unknown />)}</Loaded>
    </>
  )
}

function Title({ found }: { found?: Found | undefined }) {
  const list = found?.list ?? MY_ORDER
  return (
    <>
      <Letterhead receipt={found?.booking.paid ?? false} />
      <BackLink {...list} />
      <PageTitle>{titleOf(found)}</PageTitle>
    </>
  )
}

function titleOf(found: Found | undefined) {
  if (found === null) return 'Order not found'
  return found ? `Order #${found.booking.number}` : 'Order'
}

function OrderOf({ booking, own, list }: NonNullable<Found>) {
  const navigate = useNavigateIfHere()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <div className={booking.paid ? 'print:hidden' : ''}>
          {own ? <CustomerState booking={booking} /> : <AdminState booking={booking} />}
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          <BookingActions
            booking={booking}
            own={own}
            onDeleted={() => navigate(list.to, { replace: true })}
          />
          {booking.paid && (
            <button type="button" className="btn btn-sm" onClick={() => print()}>
              Print receipt
            </button>
          )}
        </div>
      </div>
      {isDisputed(booking) && (
        <div className="print:hidden">
          <DisputeNotice booking={booking} />
        </div>
      )}
      {!own && (
        <p className="text-quiet print:hidden">
          This order belongs to {booking.email}. You can manage it in{' '}
          <Link to={`${list.to}?q=${booking.number}`} className="link">
            {list.label}
          </Link>
          .
        </p>
      )}
      <BookingStory booking={booking} level={2} forAdmin={!own}>
        {own && !booking.paid && (
          <div className="print:hidden">
            <BillingDetails booking={booking} />
          </div>
        )}
      </BookingStory>
    </div>
  )
}

const Unknown = () => <Missing sentence="It may have been deleted." {...MY_ORDER} />
