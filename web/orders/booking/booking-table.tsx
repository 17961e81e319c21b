import type { ReactNode } from 'react'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { Thumbnail } from '../../storefront/product/thumbnail.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { formatDate } from '../../ui/dates.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { titleOf } from './booking-links.tsx'

type BookingTableProps = {
  bookings: Booking[]
  /** Who ordered, for those who see everybody's orders. */
  customer?: boolean
  number: (booking: Booking) => ReactNode
  state: (booking: Booking) => ReactNode
  /** What else there is to know, on a line below. */
  note: (booking: Booking) => ReactNode
  actions: (booking: Booking) => ReactNode
  widths: { state: string; actions: string }
}

export function BookingTable({
  bookings,
  customer = false,
  number,
  state,
  note,
  actions,
  widths,
}: BookingTableProps) {
  const columns: Column<Booking>[] = [
    {
      label: 'Picture',
      kind: 'picture',
      width: '3.5rem',
      show: ({ image = '' }) => <Thumbnail image={image} />,
    },
    {
      label: 'Product',
      kind: 'title',
      show: (booking) => (
        <>
          <span id={titleOf(booking)}>{keepMeasures(booking.product)}</span>
          <span className="flex flex-wrap items-baseline gap-x-3 font-normal text-quiet text-sm">
            {number(booking)}
            <time dateTime={booking.createdAt}>{formatDate(booking.createdAt)}</time>
            {booking.sku && <span>SKU {booking.sku}</span>}
          </span>
        </>
      ),
    },
    ...(customer ? [customerColumn] : []),
    { label: 'Quantity', kind: 'number', width: '4.5rem', show: ({ orders }) => formatCount(orders) },
    { label: 'Total', kind: 'number', width: '6rem', show: ({ price }) => formatDollars(price) },
    { label: 'Status', width: widths.state, show: state },
    {
      label: 'Details',
      kind: 'note',
      show: (booking) => (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-0.5 text-quiet">
          {booking.purchaseOrder && <span>Purchase order {booking.purchaseOrder}</span>}
          {note(booking)}
        </div>
      ),
    },
    { label: 'Actions', kind: 'actions', width: widths.actions, show: actions },
  ]
  return <ResponsiveTable label="Orders" columns={columns} rows={bookings} />
}

const customerColumn: Column<Booking> = {
  label: 'Customer',
  show: ({ name, email }) => (
    <div>
      {name}
      <Copyable>{email}</Copyable>
    </div>
  ),
}
