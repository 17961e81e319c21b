import { texts } from '#contract/fixed-texts.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { Chip } from '../../ui/chip.tsx'
import { RefundedChip } from './refunds-of-booking.tsx'

/** Where an order stands, as its customer sees it. */
export function CustomerState({ booking }: { booking: Booking }) {
  const { paid, held, shipment } = booking
  return (
    <div className="flex flex-wrap gap-1">
      {paid && <Chip look="success">{texts.booking.processing}</Chip>}
      {paid && shipment && <Chip look="success">Shipped</Chip>}
      <RefundedChip booking={booking} />
      {!paid && <Chip look={held ? 'attention' : 'error'}>{held ? 'Payment due' : 'Hold expired'}</Chip>}
    </div>
  )
}
