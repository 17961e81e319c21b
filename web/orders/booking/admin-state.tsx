import { texts } from '#contract/fixed-texts.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { Chip } from '../../ui/chip.tsx'
import { isDisputed } from './dispute-notice.tsx'
import { RefundedChip } from './refunds-of-booking.tsx'

/** Where an order stands, as an admin sees it. */
export function AdminState({ booking }: { booking: Booking }) {
  const { paid, shipment } = booking
  return (
    <div className="flex flex-wrap gap-1">
      {paid ? <Chip look="success">Paid</Chip> : <Chip look="attention">{texts.booking.unpaid}</Chip>}
      {shipment && <Chip look="success">Shipped</Chip>}
      <RefundedChip booking={booking} />
      {isDisputed(booking) && <Chip look="error">Disputed</Chip>}
    </div>
  )
}
