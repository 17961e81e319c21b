import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars, toCents, toDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { Picture } from '../../ui/picture.tsx'
import { titleOf } from './booking-links.tsx'
import { BookingTimeline } from './booking-timeline.tsx'
import { Documents } from './documents.tsx'
import { refunded } from './refunds-of-booking.tsx'
import './booking-story.css'

type BookingStoryProps = {
  booking: Booking
  /** Of the headings within. */
  level: 2 | 3
  forAdmin?: boolean
  /** Below the billing details. */
  children?: ReactNode
}

/** Everything about one order: what was ordered, what it costs, what happened when, where it goes, its documents. */
export function BookingStory({ booking, level, forAdmin = false, children }: BookingStoryProps) {
  const Part = level === 2 ? PagePart : ModalPart
  return (
    <div className="booking-story">
      <div>
        <div className="grid content-start gap-8">
          <Ordered booking={booking} forAdmin={forAdmin} id={level === 2 ? titleOf(booking) : undefined} />
          <Part title="History">
            <BookingTimeline booking={booking} forAdmin={forAdmin} />
          </Part>
        </div>
        <div className="grid content-start gap-6">
          <Part title="Ship to">
            <Lines>{`${booking.name}\n${booking.address}`}</Lines>
            <p className="text-quiet">{booking.phone}</p>
            {forAdmin && <p className="text-quiet">{booking.email}</p>}
          </Part>
          {(booking.billTo || booking.purchaseOrder || children) && (
            <Part title="Billing">
              {booking.billTo && <Lines>{booking.billTo}</Lines>}
              {booking.purchaseOrder && <p className="text-quiet">Purchase order {booking.purchaseOrder}</p>}
              {children}
            </Part>
          )}
          <Part title="Documents" className="booking-documents">
            <div className="grid justify-items-start gap-1">
              <Documents booking={booking} packingSlip={forAdmin} />
            </div>
          </Part>
        </div>
      </div>
    </div>
  )
}

/** Above an order on paper: whose it is, and what. */
export function Letterhead({ receipt }: { receipt: boolean }) {
  const { name, publicUrl, demo } = useRouteLoaderData('root') as ShopInfo
  return (
    <div className="letterhead">
      <p className="flex justify-between font-heading text-xl">
        {name}
        {receipt && <span>Receipt</span>}
      </p>
      <p className="text-quiet text-sm">
        {new URL(publicUrl).host}
        {demo && ' · Demo order, no real charge was made'}
      </p>
    </div>
  )
}

type PartProps = { title: string; className?: string; children: ReactNode }

const partWith = (Heading: 'h2' | 'h3') =>
  function Part({ title, className, children }: PartProps) {
    return (
      <section className={className}>
        <Heading className="mb-2 border-base-300 border-b pb-1 text-lg">{title}</Heading>
        {children}
      </section>
    )
  }
const PagePart = partWith('h2')
const ModalPart = partWith('h3')

const Lines = ({ children }: { children: string }) => <p className="whitespace-pre-line">{children}</p>

type OrderedProps = { booking: Booking; forAdmin: boolean; id: string | undefined }

function Ordered({ booking, forAdmin, id }: OrderedProps) {
  const { image = '', product, sku, orders, unitPrice, price, paid, bankPayment, restocked } = booking
  const back = refunded(booking)
  return (
    <div>
      <div className="flex flex-wrap items-start gap-4">
        <Picture
          src={image}
          alt=""
          width={112}
          height={84}
          sizes="7rem"
          className="w-28 max-w-none rounded-field"
        />
        <div className="booking-product">
          <p id={id} className="font-semibold">
            {keepMeasures(product)}
          </p>
          {sku && <p className="text-quiet">SKU {sku}</p>}
          <p className="text-quiet">
            {formatCount(orders)} units × {formatDollars(unitPrice)}
          </p>
          {forAdmin && restocked && (
            <p className="text-quiet print:hidden">
              {formatCount(restocked)} {restocked === 1 ? 'unit' : 'units'} put back in stock
            </p>
          )}
        </div>
      </div>
      <dl className="mt-4 border-base-300 border-t">
        <Amount label="Total" strong>
          {formatDollars(price)}
        </Amount>
        {paid && (
          <Amount label={bankPayment ? 'Paid by bank transfer' : 'Paid by card'}>
            {formatDollars(price)}
          </Amount>
        )}
        {back > 0 && (
          <>
            <Amount label="Refunded">−{formatDollars(back)}</Amount>
            <Amount label="Total after refunds" strong>
              {formatDollars(toDollars(toCents(price) - toCents(back)))}
            </Amount>
          </>
        )}
      </dl>
    </div>
  )
}

function Amount({
  label,
  strong = false,
  children,
}: {
  label: string
  strong?: boolean
  children: ReactNode
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 border-base-300 border-b py-2">
      <dt className={strong ? 'font-semibold' : 'text-quiet'}>{label}</dt>
      <dd className={strong ? 'font-heading text-xl' : ''}>{children}</dd>
    </div>
  )
}
