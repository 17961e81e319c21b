import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { Chip } from '../../ui/chip.tsx'
import { formatDate } from '../../ui/dates.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { BookingLink, ShipmentNote } from './booking-links.tsx'
import { RefundedChip, RefundNotes } from './refunds-of-booking.tsx'

const SHOWN = 5

/** A customer's open payments and last orders, at a glance. */
export function OwnBookings({ bookings }: { bookings: Booking[] }) {
  const unpaid = bookings.filter(({ paid }) => !paid)
  return (
    <section aria-labelledby="own-bookings">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="own-bookings" className="text-xl">
          Your orders
        </h2>
        <ArrowLink to="/dashboard/order">{texts.dashboard.myOrder}</ArrowLink>
      </div>
      {bookings.length > 0 ? (
        <p className="mb-4 text-quiet">{paymentSentence(unpaid)}</p>
      ) : (
        <EmptyState sentence="You have not ordered anything yet.">
          <Link to="/catalogue" className="btn btn-primary">
            See all products
          </Link>
        </EmptyState>
      )}
      <ul>
        {[...unpaid, ...bookings.filter(({ paid }) => paid)].slice(0, SHOWN).map((booking) => (
          <li
            key={booking._id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-base-300 border-t py-3 md:grid-cols-[minmax(0,1fr)_8rem_10rem]"
          >
            <span className="min-w-0">
              {formatCount(booking.orders)} × {keepMeasures(booking.product)}
              <span className="block text-quiet text-sm">
                <BookingLink booking={booking} /> ·{' '}
                <time dateTime={booking.createdAt}>{formatDate(booking.createdAt)}</time>
              </span>
              <span className="flex flex-wrap gap-x-3 text-quiet text-sm empty:hidden">
                {booking.shipment && <ShipmentNote shipment={booking.shipment} />}
                <RefundNotes booking={booking} />
              </span>
            </span>
            <span className="font-semibold md:justify-self-end">{formatDollars(booking.price)}</span>
            {booking.paid ? (
              <span className="flex flex-wrap gap-2 justify-self-start md:justify-end md:justify-self-end">
                <RefundedChip booking={booking} />
                <Chip look="success">{texts.booking.processing}</Chip>
              </span>
            ) : (
              <Link
                to={`/dashboard/payment/${booking._id}`}
                className="btn btn-sm btn-primary justify-self-start md:justify-self-end"
              >
                {texts.booking.payment}
                <span className="sr-only"> for {booking.product}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function paymentSentence(unpaid: Booking[]) {
  if (unpaid.length === 0) return 'All orders are paid.'
  const due = unpaid.reduce((sum, { price }) => sum + Math.round(price * 100), 0) / 100
  return `${unpaid.length} ${unpaid.length === 1 ? 'order' : 'orders'} awaiting payment, ${formatDollars(due)} total.`
}
