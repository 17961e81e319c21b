import { type ComponentProps, useState } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { ConfirmEmailNotice } from '../account/sign-in/confirm-email-notice.tsx'
import { api, nullIf } from '../api.ts'
import { type ScreenHandle, ScreenSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { currentUser } from '../session/current-user.ts'
import type { AuthUser } from '../session/session.ts'
import { DetailList } from '../ui/detail-list.tsx'
import { keepMeasures } from '../ui/keep-measures.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Loaded, LoadedLater } from '../ui/page/loaded.tsx'
import { Missing } from '../ui/page/missing.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { Outcome } from '../ui/page/outcome.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import type { Route } from './+types/payment.ts'
import { Documents } from './booking/documents.tsx'
import { BankTransfer } from './payment/bank-transfer.tsx'
import { CardForm } from './payment/card-form.tsx'
import { loadCardProvider } from './payment/load-card-provider.ts'
import { TestCards } from './payment/test-cards.tsx'
import { MANAGE_ORDER, MY_ORDER } from './purchase/order-pages.ts'

export async function clientLoader({ context, params, request: { signal } }: Route.ClientLoaderArgs) {
  const booking = await resultOf(findBooking(params.id, signal))
  return { user: context.get(currentUser), booking }
}

const findBooking = (id: string, signal?: AbortSignal) =>
  api.getBooking({ params: { id }, ...(signal && { signal }) }).catch(nullIf(404))

type LoaderData = Awaited<ReturnType<typeof clientLoader>>

/** The list that the order is from. */
const listOf = (loaded: LoaderData | undefined) =>
  loaded?.booking.data && loaded.booking.data.email !== loaded.user.email ? MANAGE_ORDER : MY_ORDER

export const handle: ScreenHandle = {
  ...screenHandle(<Title list={MY_ORDER} />, <ScreenSkeleton like="payment" blocks={3} />),
  menuEntry: (loaded) => listOf(loaded as LoaderData | undefined).to,
}

function Title({ list }: { list: ReturnType<typeof listOf> }) {
  return (
    <>
      <BackLink {...list} />
      <PageTitle>{texts.booking.payment}</PageTitle>
      {list === MY_ORDER && <ConfirmEmailNotice />}
    </>
  )
}

export default function Payment({ loaderData, params }: Route.ComponentProps) {
  const { user, booking } = loaderData
  return (
    <>
      <Title list={listOf(loaderData)} />
      <Loaded key={params.id} result={booking}>
        {(booking) => (booking ? <PaymentOfBooking loaded={booking} user={user} /> : <Unknown />)}
      </Loaded>
    </>
  )
}

const SECOND_REFRESH_MS = 1_000

function PaymentOfBooking({ loaded, user }: { loaded: Booking; user: AuthUser }) {
  const { cardProvider, bankTransfers } = useRouteLoaderData('root') as ShopInfo
  // The order's latest state while this page is open.
  const [update, setUpdate] = useState<Booking | null>()
  // Paid is final, even if an older response arrives later.
  const setUnlessPaid = (found: Booking | null) => setUpdate((current) => (current?.paid ? current : found))
  // Without a response the page stays as it is: nothing typed is lost.
  const refresh = () => findBooking(loaded._id).then(setUnlessPaid, () => {})
  // A payment is canceled a moment before its order is deleted: the first refresh can fall between the two.
  const refreshTwice = async () => {
    await refresh()
    setTimeout(refresh, SECOND_REFRESH_MS)
  }

  const booking = update === undefined || loaded.paid ? loaded : update
  if (!booking) return <Unknown />
  const payable = !booking.paid && booking.email === user.email
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
      <div className="grid gap-6">
        <Summary booking={booking} />
        {booking.paid && <Completed booking={booking} justNow={update !== undefined} />}
        {payable && (
          <CardPayment
            provider={cardProvider}
            booking={booking}
            onPaid={setUpdate}
            onUncertain={refreshTwice}
          />
        )}
        {payable && bankTransfers && <BankTransfer booking={booking} onChosen={setUnlessPaid} />}
        {!booking.paid && !payable && (
          <Notice>
            <p role="status">Only the customer who placed this order can pay for it.</p>
            <Link to={`/dashboard/order/${booking._id}`} className="btn btn-primary mt-3">
              See the order
            </Link>
          </Notice>
        )}
      </div>
      {payable && cardProvider.sandboxScript && <TestCards />}
    </div>
  )
}

type CardPaymentProps = Omit<ComponentProps<typeof CardForm>, 'stripe'> & {
  provider: ShopInfo['cardProvider']
}

function CardPayment({ provider, ...payment }: CardPaymentProps) {
  const load = () => resultOf(loadCardProvider(provider))
  const [loading, setLoading] = useState(load)
  return (
    <LoadedLater loading={loading} retry={() => setLoading(load())}>
      {(stripe) => stripe && <CardForm stripe={stripe} {...payment} />}
    </LoadedLater>
  )
}

function Summary({ booking }: { booking: Booking }) {
  return (
    <DetailList
      details={{
        Order: `#${booking.number}`,
        Product: keepMeasures(booking.product),
        ...(booking.sku && { SKU: booking.sku }),
        Quantity: `${formatCount(booking.orders)} units`,
        Customer: booking.name,
        Total: <span className="font-heading text-xl">{formatDollars(booking.price)}</span>,
      }}
    />
  )
}

function Completed({ booking, justNow }: { booking: Booking; justNow: boolean }) {
  return (
    <Outcome justNow={justNow}>
      <p className="font-heading text-lg text-success">{texts.booking.paymentCompleted}</p>
      <p>
        Transaction ID: <span className="font-semibold">{booking.transictionId}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={`/dashboard/order/${booking._id}`} className="btn btn-primary">
          See the receipt
        </Link>
        <Link to={MY_ORDER.to} className="btn">
          {MY_ORDER.label}
        </Link>
        <Documents booking={booking} />
      </div>
    </Outcome>
  )
}

const Unknown = () => <Missing sentence="There is no such order. It may have been deleted." {...MY_ORDER} />
