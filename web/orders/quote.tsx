import { Link, useRevalidator } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import type { Quote as QuoteType } from '#contract/sales/quotes.ts'
import { api, nullIf } from '../api.ts'
import { type ScreenHandle, ScreenSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { useNavigateIfHere } from '../layout/use-navigate-if-here.ts'
import { currentUser } from '../session/current-user.ts'
import { DownloadButton } from '../ui/controls/download-button.tsx'
import { formatDate, formatDay } from '../ui/dates.ts'
import { DetailList } from '../ui/detail-list.tsx'
import { keepMeasures } from '../ui/keep-measures.ts'
import { BackLink } from '../ui/page/back-link.tsx'
import { Loaded, useLastData } from '../ui/page/loaded.tsx'
import { Missing } from '../ui/page/missing.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { type Result, resultOf } from '../ui/page/result.ts'
import { toast } from '../ui/page/toasts.tsx'
import type { Route } from './+types/quote.ts'
import { MANAGE_ORDER, MY_ORDER } from './purchase/order-pages.ts'
import { PrefetchMyOrder } from './purchase/prefetch-my-order.tsx'
import { AcceptOffer } from './quotes/accept-offer.tsx'
import { CloseQuote } from './quotes/close-quote.tsx'
import { OfferPrices } from './quotes/offer-prices.tsx'
import { askAgain } from './quotes/own-quotes.tsx'
import { QuoteChip } from './quotes/quote-state.tsx'
import { quoteTitleId } from './quotes/quote-title.tsx'

type Found = {
  quote: QuoteType
  bookings: Booking[]
  own: boolean
  /** Of the product, if it is still sold. */
  listPrice: number | undefined
} | null

export function clientLoader({ context, params, request: { signal } }: Route.ClientLoaderArgs) {
  const { email } = context.get(currentUser)
  return resultOf(findQuote(params.id, email, signal))
}

async function findQuote(id: string, email: string, signal: AbortSignal): Promise<Found> {
  const finding = api.getQuote({ params: { id }, signal }).catch(nullIf(404))
  const [quote, product, bookings] = await Promise.all([
    finding,
    finding.then((quote) => quote && findProduct(quote.productId, signal)),
    api.listOwnBookings({ query: { email }, signal }),
  ])
  return quote && { quote, bookings, own: quote.email === email, listPrice: product?.price }
}

/** The list that it is from. */
const listOf = (found: Found | undefined) => (found && !found.own ? MANAGE_ORDER : MY_ORDER)

// The offer is what counts: without the list price there is nothing to compare it with.
const findProduct = (id: string, signal: AbortSignal) =>
  api.getProduct({ params: { id }, signal }).catch(() => null)

export const handle: ScreenHandle = {
  ...screenHandle(<Title />, <ScreenSkeleton like="quote" blocks={4} />),
  menuEntry: (loaded) => listOf((loaded as Result<Found> | undefined)?.data).to,
}

export default function Quote({ loaderData, params }: Route.ComponentProps) {
  return <QuotePage key={params.id} result={loaderData} />
}

function QuotePage({ result }: { result: Result<Found> }) {
  return (
    <>
      <Title found={useLastData(result)} />
      <Loaded result={result}>
        {(found) =>
          found ? (
            <QuoteOf {...found} />
          ) : (
            <Missing sentence="It may belong to another account." {...MY_ORDER} />
          )
        }
      </Loaded>
    </>
  )
}

function Title({ found }: { found?: Found | undefined }) {
  const { to, label } = listOf(found)
  return (
    <>
      <BackLink to={to === MANAGE_ORDER.to ? `${to}?view=quotes` : to} label={label} />
      <PageTitle>{titleOf(found)}</PageTitle>
    </>
  )
}

function titleOf(found: Found | undefined) {
  if (found === null) return 'Quote not found'
  return found ? `Quote ${found.quote.number}` : 'Quote'
}

function QuoteOf({ quote, bookings, own, listPrice }: NonNullable<Found>) {
  const navigate = useNavigateIfHere()
  const { revalidate } = useRevalidator()
  const acceptable = quote.state === 'offered' && own
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      {acceptable && <PrefetchMyOrder />}
      <div className="grid gap-6">
        <div>
          <h2 className="text-xl">{keepMeasures(quote.product)}</h2>
          {quote.sku && <p className="text-quiet">SKU {quote.sku}</p>}
        </div>
        <Standing quote={quote} own={own} booking={bookings.find(({ _id }) => _id === quote.bookingId)} />
        {quote.note && (
          <div>
            <h3 className="mb-2 text-lg">Our note</h3>
            <p className="whitespace-pre-line">{quote.note}</p>
          </div>
        )}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        {acceptable ? (
          <AcceptOffer
            quote={quote}
            listPrice={listPrice}
            last={bookings[0]}
            onAccepted={() => {
              toast.success(texts.booking.placed(quote.product))
              return navigate(MY_ORDER.to)
            }}
            onChanged={revalidate}
          />
        ) : (
          <div className="grid gap-6">
            {quote.steps.length > 0 && (
              <div>
                <h3 className="mb-2 text-lg">Offered prices</h3>
                <OfferPrices steps={quote.steps} listPrice={listPrice} />
              </div>
            )}
            <Request quote={quote} />
          </div>
        )}
      </div>
      {acceptable && <Request quote={quote} />}
    </div>
  )
}

type StandingProps = { quote: QuoteType; own: boolean; booking: Booking | undefined }

/** Where the quote stands, in a sentence, and what can be done next. */
function Standing({ quote, own, booking }: StandingProps) {
  const { state, validUntil, held } = quote
  const offer = state !== 'asked' && state !== 'withdrawn' && quote.steps.length > 0
  return (
    <div className="grid justify-items-start gap-3 rounded-box border border-base-300 p-4">
      <p id={quoteTitleId(quote)}>
        <span className="mb-1 block">
          <QuoteChip state={state} seenBy={own ? 'customer' : 'shop'} />
        </span>
        {own ? sentenceOf(quote, booking) : sentenceForAdmin(quote)}
      </p>
      {state === 'offered' && validUntil && (
        <p className="text-quiet">
          Valid until <time dateTime={validUntil}>{formatDay(validUntil)}</time>
          {held > 0 && `; ${formatCount(held)} units are set aside`}.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {booking && (
          <Link to={`/dashboard/order/${booking._id}`} className="btn btn-sm btn-primary">
            See the order
          </Link>
        )}
        {own && state !== 'asked' && (
          <Link to={askAgain(quote)} className="btn btn-sm btn-outline">
            Ask again
          </Link>
        )}
        {!own && (
          <Link to={`/dashboard/myOrder?view=quotes&q=${quote.number}`} className="btn btn-sm btn-outline">
            {texts.dashboard.manageOrder}
          </Link>
        )}
        {offer && (
          <DownloadButton
            label="Offer"
            fileName={`offer-${quote.number}`}
            load={(options) => api.getOffer({ params: { id: quote._id }, ...options })}
          />
        )}
        {own && state === 'asked' && (
          <div className="-ml-3">
            <CloseQuote quote={quote} way="withdraw" />
          </div>
        )}
      </div>
    </div>
  )
}

/** Their own next step is in Manage Order. */
const sentenceForAdmin = ({ state }: QuoteType) =>
  state === 'asked'
    ? 'The customer is waiting for your offer.'
    : 'Only the customer who requested this quote can accept it.'

function sentenceOf({ state }: QuoteType, booking: Booking | undefined) {
  switch (state) {
    case 'asked':
      return 'We have your request. Our offer will appear here.'
    case 'offered':
      return 'This is our offer. Choose a quantity and accept it, or decline.'
    case 'accepted':
      return booking
        ? `You accepted this offer. It became order #${booking.number}.`
        : 'You accepted this offer. Its order has since been deleted.'
    case 'declined':
      return 'You declined this offer.'
    case 'withdrawn':
      return 'This quote was withdrawn.'
    case 'lapsed':
      return 'This offer expired before it was accepted.'
  }
}

function Request({ quote }: { quote: QuoteType }) {
  return (
    <div>
      <h3 className="mb-2 text-lg">Request</h3>
      <DetailList
        details={{
          Quantity: `${formatCount(quote.orders)} units`,
          ...(quote.wantedBy && { 'Needed by': formatDay(quote.wantedBy) }),
          ...(quote.purchaseOrder && { 'Purchase order number': quote.purchaseOrder }),
          Customer: quote.name,
          Requested: formatDate(quote.createdAt),
        }}
      />
      {quote.message && (
        <>
          <h3 className="mt-4 mb-2 text-lg">Message</h3>
          <p className="whitespace-pre-line">{quote.message}</p>
        </>
      )}
    </div>
  )
}
