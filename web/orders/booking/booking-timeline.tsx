import type { ReactNode } from 'react'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { formatDateTime, formatDay } from '../../ui/dates.ts'
import { type BookingEvent, eventsOf } from './booking-events.ts'
import { Parcel, TransactionId } from './booking-links.tsx'
import { FailedRefundActions } from './failed-refund-actions.tsx'
import { refundSentence } from './refunds-of-booking.tsx'
import './booking-timeline.css'

type Step = {
  title: string
  time?: ReactNode
  detail?: ReactNode
  /** `next` is still to come. */
  look?: 'done' | 'next' | 'problem'
}

type TimelineProps = { booking: Booking; forAdmin: boolean }

/** What happened to an order and when, and what comes next. */
export function BookingTimeline({ booking, forAdmin }: TimelineProps) {
  const steps = eventsOf(booking).map((event) => ({
    ...stepOf(event, booking, forAdmin),
    // A receipt is for the customer.
    onPaper: event.kind !== 'dispute',
  }))
  return (
    <ol className="booking-timeline">
      {steps.map(({ title, time, detail, look = 'done', onPaper }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
        <li key={index} data-look={look} className={onPaper ? undefined : 'print:hidden'}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{title}</span>
            <span className="text-quiet text-sm">{time}</span>
          </p>
          {detail && <div className="text-quiet text-sm">{detail}</div>}
        </li>
      ))}
    </ol>
  )
}

const timeAt = (iso: string) => (
  <time dateTime={iso} className="whitespace-nowrap">
    {formatDateTime(iso)}
  </time>
)

function stepOf(event: BookingEvent, booking: Booking, forAdmin: boolean): Step {
  switch (event.kind) {
    case 'placed':
      return { title: 'Placed', time: timeAt(event.at) }
    case 'to-pay':
      return {
        title: booking.byBank ? 'Waiting for a bank transfer' : 'Waiting for payment',
        look: 'next',
        detail: booking.heldUntil && <>We are holding these units until {timeAt(booking.heldUntil)}.</>,
      }
    case 'released':
      return {
        title: 'Hold expired',
        look: 'problem',
        detail: 'The units are back in stock. The order can still be paid while they are available.',
      }
    case 'paid':
      return { title: 'Paid', time: event.at && timeAt(event.at), detail: <PaidHow booking={booking} /> }
    case 'to-ship':
      return { title: 'Not shipped yet', look: 'next' }
    case 'shipped': {
      const { shipment } = event
      return {
        title: 'Shipped',
        time: <time dateTime={shipment.sentOn}>{formatDay(shipment.sentOn)}</time>,
        detail: <Parcel shipment={shipment} />,
      }
    }
    case 'dispute': {
      const { amount, reason, state, createdAt } = event.dispute
      return {
        title: state === 'open' ? 'Disputed' : `Dispute ${state}`,
        time: timeAt(createdAt),
        detail: `${formatDollars(amount)}, ${reason}`,
        look: state === 'open' ? 'problem' : 'done',
      }
    }
    case 'refund': {
      const { state, createdAt, creditNote } = event.refund
      const failed = state === 'failed'
      return {
        title: refundSentence(event.refund),
        time: timeAt(createdAt),
        detail: (
          <>
            {creditNote && <p>Credit note {creditNote}</p>}
            {failed && forAdmin && <FailedRefundActions refund={event.refund} />}
          </>
        ),
        look: failed ? 'problem' : 'done',
      }
    }
  }
}

function PaidHow({ booking: { bankPayment, transictionId, invoice } }: { booking: Booking }) {
  return (
    <>
      {bankPayment && (
        <p>
          Bank transfer {bankPayment.reference}, received {formatDay(bankPayment.receivedOn)}
        </p>
      )}
      {transictionId && <TransactionId>{transictionId}</TransactionId>}
      {invoice && <p>Invoice {invoice}</p>}
    </>
  )
}
