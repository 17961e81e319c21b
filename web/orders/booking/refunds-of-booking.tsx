import { formatDollars, toCents, toDollars } from '#contract/formats/money.ts'
import type { Booking, OrderRefund } from '#contract/sales/bookings.ts'
import { Chip } from '../../ui/chip.tsx'

const sumCents = (refunds: OrderRefund[]) => refunds.reduce((sum, { amount }) => sum + toCents(amount), 0)

/** What of its price can still be refunded. One that failed counts if it has a credit note: then it is owed. */
export const leftToRefund = ({ price, refunds = [] }: Booking) =>
  toDollars(
    toCents(price) - sumCents(refunds.filter(({ state, creditNote }) => state !== 'failed' || creditNote)),
  )

/** What was given back. */
export const refunded = ({ refunds = [] }: Booking) =>
  toDollars(sumCents(refunds.filter(({ state }) => state === 'succeeded')))

/** Stands beside the specified words of a paid order. */
export function RefundedChip({ booking }: { booking: Booking }) {
  return refunded(booking) === booking.price ? <Chip>Refunded</Chip> : null
}

/** What was refunded in part, and what has not been refunded yet. */
export function RefundNotes({ booking }: { booking: Booking }) {
  const amount = refunded(booking)
  return (
    <>
      {amount > 0 && amount < booking.price && <span>Refunded {formatDollars(amount)}</span>}
      {(booking.refunds ?? [])
        .filter(({ state }) => state !== 'succeeded')
        .map((refund) => (
          <span key={refund._id} className={refund.state === 'failed' ? 'text-error' : undefined}>
            {refundSentence(refund)}
          </span>
        ))}
    </>
  )
}

const SENTENCES: Record<OrderRefund['state'], (dollars: string) => string> = {
  succeeded: (dollars) => `Refunded ${dollars}`,
  pending: (dollars) => `A refund of ${dollars} is on its way`,
  failed: (dollars) => `A refund of ${dollars} has failed`,
}

export const refundSentence = ({ amount, state }: OrderRefund) => SENTENCES[state](formatDollars(amount))
