import type { Booking, OrderRefund, Shipment } from '#contract/sales/bookings.ts'
import { dayOf } from '../../ui/dates.ts'
import { leftToRefund } from './refunds-of-booking.tsx'

type Dispute = NonNullable<Booking['disputed']>

/** What happened to an order, or is to happen next. */
export type BookingEvent =
  | { kind: 'placed'; at: string }
  | { kind: 'paid'; at?: string | undefined }
  | { kind: 'shipped'; shipment: Shipment }
  | { kind: 'refund'; refund: OrderRefund }
  | { kind: 'dispute'; dispute: Dispute }
  | { kind: 'released' | 'to-pay' | 'to-ship' }

/** From the first to the next one. A dispute is known to admins alone. */
export function eventsOf(booking: Booking): BookingEvent[] {
  const placed: BookingEvent = { kind: 'placed', at: booking.createdAt }
  if (!booking.paid)
    return [placed, ...(booking.held ? [] : [{ kind: 'released' } as const]), { kind: 'to-pay' }]
  const { shipment, disputed, refunds = [] } = booking
  const later: { day: string; event: BookingEvent }[] = [
    ...(shipment ? [{ day: shipment.sentOn, event: { kind: 'shipped', shipment } as const }] : []),
    ...(disputed
      ? [{ day: dayOf(new Date(disputed.createdAt)), event: { kind: 'dispute', dispute: disputed } as const }]
      : []),
    ...refunds.map((refund) => ({
      day: dayOf(new Date(refund.createdAt)),
      event: { kind: 'refund', refund } as const,
    })),
  ]
  return [
    placed,
    { kind: 'paid', at: booking.paidAt },
    ...later.sort((one, other) => one.day.localeCompare(other.day)).map(({ event }) => event),
    ...(shipment || leftToRefund(booking) === 0 ? [] : [{ kind: 'to-ship' } as const]),
  ]
}
