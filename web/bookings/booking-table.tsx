import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { Thumbnail } from '../products/thumbnail.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { formatDate } from '../ui/dates.ts'
import { type Column, ResponsiveTable } from '../ui/responsive-table.tsx'

type BookingTableProps = {
  bookings: Booking[]
  /** Who ordered and where it goes, for those who see everybody's orders. */
  customer?: boolean
  number?: (booking: Booking) => ReactNode
  state: (booking: Booking) => ReactNode
  documents?: (booking: Booking) => ReactNode
  actions: (booking: Booking) => ReactNode
}

export function BookingTable({
  bookings,
  customer = false,
  number = (booking) => `#${booking.number}`,
  state,
  documents,
  actions,
}: BookingTableProps) {
  const columns: Column<Booking>[] = [
    { label: 'Picture', kind: 'picture', show: ({ image = '' }) => <Thumbnail image={image} /> },
    {
      label: 'Product',
      kind: 'title',
      share: 6,
      show: (booking) => (
        <>
          <span id={titleOf(booking)}>{booking.product}</span>
          <span className="flex flex-wrap gap-x-3 font-normal text-quiet">
            {number(booking)}
            <time dateTime={booking.createdAt}>{formatDate(booking.createdAt)}</time>
            {booking.purchaseOrder && <span>Purchase order {booking.purchaseOrder}</span>}
          </span>
        </>
      ),
    },
    ...(customer ? customerColumns : []),
    { label: 'Quantity', kind: 'number', show: ({ orders }) => formatCount(orders) },
    { label: 'Total', kind: 'number', show: ({ price }) => formatDollars(price) },
    { label: 'State', share: 5, show: state },
    ...(documents ? [{ label: 'Documents', share: 4, show: documents }] : []),
    { label: 'Actions', kind: 'actions', show: actions },
  ]
  return <ResponsiveTable label="Orders" columns={columns} rows={bookings} />
}

/** The id of the element that names an order, for buttons whose own text is fixed. */
export const titleOf = ({ _id }: Booking) => `order-${_id}`

const customerColumns: Column<Booking>[] = [
  {
    label: 'Customer',
    share: 5,
    show: ({ name, email }) => (
      <div>
        {name}
        <Copyable>{email}</Copyable>
      </div>
    ),
  },
  {
    label: 'Ship to',
    share: 5,
    show: ({ address, phone }) => (
      <span>
        {address.replaceAll('\n', ', ')}
        <span className="block text-quiet">{phone}</span>
      </span>
    ),
  },
]
