import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#contract/money.ts'
import { formatCount, formatDate } from '../ui/format.ts'

type BookingTableProps = {
  bookings: Booking[]
  /** Who ordered and where it goes, for those who see everybody's orders. */
  customer?: boolean
  state: (booking: Booking) => ReactNode
  actions: (booking: Booking) => ReactNode
}

export function BookingTable({ bookings, customer = false, state, actions }: BookingTableProps) {
  return (
    <table className="table-cards">
      <thead>
        <tr>
          <th>Product</th>
          {customer && <th>Customer</th>}
          {customer && <th>Deliver to</th>}
          <th className="number">Quantity</th>
          <th className="number">Total</th>
          <th>Ordered</th>
          <th>State</th>
          <th>
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => (
          <tr key={booking._id}>
            <td data-label="Product">{booking.product}</td>
            {customer && (
              <td data-label="Customer">
                {booking.name}
                <span className="block break-all text-quiet text-sm">{booking.email}</span>
              </td>
            )}
            {customer && (
              <td data-label="Deliver to">
                <span className="whitespace-pre-line">{booking.address}</span>
                <span className="block text-quiet text-sm">{booking.phone}</span>
              </td>
            )}
            <td data-label="Quantity" className="number">
              {formatCount(booking.orders)}
            </td>
            <td data-label="Total" className="number">
              {formatDollars(booking.price)}
            </td>
            <td data-label="Ordered">
              <time dateTime={booking.createdAt}>{formatDate(booking.createdAt)}</time>
            </td>
            <td data-label="State">{state(booking)}</td>
            <td className="row-actions">{actions(booking)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
