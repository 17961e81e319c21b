import { useState } from 'react'
import { Link, useParams, useRouteLoaderData } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#contract/money.ts'
import type { ShopFacts } from '#contract/reads.ts'
import { texts } from '#contract/texts.ts'
import { ApiError, api } from '../api.ts'
import { CardForm } from '../payments/card-form.tsx'
import { loadCardProvider } from '../payments/load-card-provider.ts'
import { TestCards } from '../payments/test-cards.tsx'
import { formatCount } from '../ui/format.ts'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useLoad } from '../ui/use-load.ts'

export default function Payment() {
  const { id = '' } = useParams()
  const shop = useRouteLoaderData('root') as ShopFacts
  const loading = useLoad(
    async (signal) => {
      const booking = await api.getBooking({ params: { id }, signal }).catch(unknownAsNull)
      const stripe = booking && !booking.paid ? await loadCardProvider(shop.cardProvider) : null
      return { booking, stripe }
    },
    [id],
  )
  const [paidNow, setPaidNow] = useState<string | null>(null)

  return (
    <>
      <PageTitle>{texts.booking.payment}</PageTitle>
      <Load loading={loading}>
        {({ booking, stripe }) => {
          if (!booking) return <Unknown />
          const transictionId = paidNow ?? booking.transictionId
          return (
            <div className="grid max-w-160 gap-6">
              <Summary booking={booking} />
              {transictionId ? (
                <Completed transictionId={transictionId} />
              ) : (
                stripe && <CardForm stripe={stripe} booking={booking} onPaid={setPaidNow} />
              )}
              {shop.cardProvider.sandboxScript && !transictionId && <TestCards />}
            </div>
          )
        }}
      </Load>
    </>
  )
}

function unknownAsNull(problem: unknown): null {
  if (problem instanceof ApiError && problem.status === 404) return null
  throw problem
}

function Summary({ booking }: { booking: Booking }) {
  return (
    <dl className="facts">
      <div>
        <dt>Customer</dt>
        <dd>{booking.name}</dd>
      </div>
      <div>
        <dt>Product</dt>
        <dd>{booking.product}</dd>
      </div>
      <div>
        <dt>Quantity</dt>
        <dd>{formatCount(booking.orders)}</dd>
      </div>
      <div>
        <dt>Total</dt>
        <dd className="font-heading text-xl">{formatDollars(booking.price)}</dd>
      </div>
    </dl>
  )
}

function Completed({ transictionId }: { transictionId: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-4 rounded-box border border-success p-6">
      <p className="font-heading text-success text-xl">{texts.booking.paymentCompleted}</p>
      <p>
        Transaction id: <span className="break-all font-semibold">{transictionId}</span>
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
      <p>There is no such order. It may have been deleted.</p>
      <Link to="/dashboard/order" className="btn btn-primary">
        {texts.dashboard.myOrder}
      </Link>
    </div>
  )
}
