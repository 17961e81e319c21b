import { useEffect, useRef, useState } from 'react'
import { Link, useParams, useRouteLoaderData } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import type { ShopInfo } from '#contract/page-data.ts'
import { ApiError, api } from '../api.ts'
import { CardForm } from '../payments/card-form.tsx'
import { loadCardProvider } from '../payments/load-card-provider.ts'
import { TestCards } from '../payments/test-cards.tsx'
import { DetailList } from '../ui/detail-list.tsx'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useUser } from '../users/use-user.ts'

export default function Payment() {
  const { id = '' } = useParams()
  return (
    <>
      <PageTitle>{texts.booking.payment}</PageTitle>
      <PaymentOfBooking key={id} id={id} />
    </>
  )
}

const SECOND_REFRESH_MS = 1_000

function PaymentOfBooking({ id }: { id: string }) {
  const { cardProvider } = useRouteLoaderData('root') as ShopInfo
  const { email } = useUser()
  const loading = useLoad(
    async (signal) => {
      const booking = await findBooking(id, signal)
      const payable = booking && !booking.paid && booking.email === email
      const stripe = payable ? await loadCardProvider(cardProvider) : null
      return { booking, stripe }
    },
    [id, email],
  )
  // The order's latest state while this page is open.
  const [update, setUpdate] = useState<Booking | null>()
  // Without a response the page stays as it is: nothing typed is lost. Paid is final, even if an older response arrives later.
  const refresh = () =>
    findBooking(id).then(
      (found) => setUpdate((current) => (current?.paid ? current : found)),
      () => {},
    )
  // A payment is canceled a moment before its order is deleted: the first refresh can fall between the two.
  const refreshTwice = async () => {
    await refresh()
    setTimeout(refresh, SECOND_REFRESH_MS)
  }

  return (
    <Load loading={loading}>
      {({ booking: loaded, stripe }) => {
        const booking = update === undefined ? loaded : update
        if (!booking) return <Unknown />
        return (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
            <div className="grid gap-6">
              <Summary booking={booking} />
              {booking.paid && (
                <Completed transictionId={booking.transictionId ?? ''} justNow={update !== undefined} />
              )}
              {!booking.paid && stripe && (
                <CardForm stripe={stripe} booking={booking} onPaid={setUpdate} onUncertain={refreshTwice} />
              )}
              {!booking.paid && !stripe && (
                <p role="status">Only the customer who placed this order can pay it.</p>
              )}
            </div>
            {!booking.paid && stripe && cardProvider.sandboxScript && <TestCards />}
          </div>
        )
      }}
    </Load>
  )
}

const findBooking = (id: string, signal?: AbortSignal): Promise<Booking | null> =>
  api.getBooking({ params: { id }, ...(signal && { signal }) }).catch((problem: unknown) => {
    if (problem instanceof ApiError && problem.status === 404) return null
    throw problem
  })

function Summary({ booking }: { booking: Booking }) {
  return (
    <DetailList
      details={{
        Product: booking.product,
        Quantity: formatCount(booking.orders),
        Customer: booking.name,
        Total: <span className="font-heading text-xl">{formatDollars(booking.price)}</span>,
      }}
    />
  )
}

function Completed({ transictionId, justNow }: { transictionId: string; justNow: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone.
  useEffect(() => {
    if (justNow) place.current?.focus()
  }, [justNow])
  return (
    <div
      ref={place}
      tabIndex={-1}
      role="status"
      className="grid justify-items-start gap-4 rounded-box border border-success border-l-6 p-6"
    >
      <p className="font-heading text-lg text-success">{texts.booking.paymentCompleted}</p>
      <p>
        Transaction id: <span className="font-semibold">{transictionId}</span>
      </p>
      <Link to="/dashboard/order" className="btn btn-primary">
        {texts.dashboard.myOrder}
      </Link>
    </div>
  )
}

function Unknown() {
  return (
    <div className="grid justify-items-start gap-4">
      <p role="status">There is no such order. It may have been deleted.</p>
      <Link to="/dashboard/order" className="btn btn-primary">
        {texts.dashboard.myOrder}
      </Link>
    </div>
  )
}
