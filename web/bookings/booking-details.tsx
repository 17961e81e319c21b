import { type ReactElement, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Booking } from '#contract/bookings.ts'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { api } from '../api.ts'
import { formatDateTime, formatDay } from '../ui/dates.ts'
import { DetailList } from '../ui/detail-list.tsx'
import { Modal } from '../ui/modal.tsx'
import { RetryButton } from '../ui/retry-button.tsx'
import { toast } from '../ui/toasts.tsx'
import type { PanelProps } from './booking-panel.ts'
import { DisputeNotice } from './dispute-notice.tsx'
import { Documents } from './documents.tsx'
import { HoldLonger } from './hold-longer.tsx'
import { RecordBankPayment } from './record-bank-payment.tsx'
import { RefundBooking } from './refund-booking.tsx'
import { leftToRefund, refundSentence } from './refunds-of-booking.tsx'

type Panel = {
  title: string
  Content: (props: PanelProps) => ReactElement
  fits: (booking: Booking) => boolean
}

const panels: Panel[] = [
  { title: 'Record bank payment', Content: RecordBankPayment, fits: ({ paid }) => !paid },
  { title: 'Hold longer', Content: HoldLonger, fits: ({ paid }) => !paid },
  { title: 'Refund', Content: RefundBooking, fits: (booking) => booking.paid && leftToRefund(booking) > 0 },
]

/** The number of an order: a button that shows everything about it, and what an admin can do with it. */
export function BookingDetails({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState<'details' | Panel | null>(null)
  const { revalidate } = useRevalidator()
  const close = () => setOpen(null)
  const panel = typeof open === 'object' ? open : null
  return (
    <>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={() => setOpen('details')}>
        <span className="sr-only">Details of order </span>#{booking.number}
      </button>
      {open && (
        <Modal
          title={panel ? `${panel.title}: order #${booking.number}` : `Order #${booking.number}`}
          onCancel={close}
        >
          {panel ? (
            <panel.Content
              booking={booking}
              onCancel={() => setOpen('details')}
              onDone={(sentence) => {
                close()
                toast.success(sentence)
                void revalidate()
              }}
            />
          ) : (
            <Details booking={booking} onChoose={setOpen} onClose={close} />
          )}
        </Modal>
      )}
    </>
  )
}

type DetailsProps = { booking: Booking; onChoose: (panel: Panel) => void; onClose: () => void }

function Details({ booking, onChoose, onClose }: DetailsProps) {
  return (
    <div className="grid gap-6">
      <DisputeNotice booking={booking} />
      <DetailList details={detailsOf(booking)} />
      {booking.refunds && (
        <ul className="grid gap-2 text-sm">
          {booking.refunds.map((refund) => (
            <li key={refund._id} className="flex flex-wrap items-center justify-between gap-2">
              {refundSentence(refund)}
              {refund.state === 'failed' && (
                <RetryButton
                  what="the refund"
                  retry={() => api.retryRefund({ params: { id: refund._id } })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <Documents booking={booking} packingSlip />
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-base-300 border-t pt-4">
        {panels
          .filter(({ fits }) => fits(booking))
          .map((panel) => (
            <button
              key={panel.title}
              type="button"
              className="btn btn-sm btn-outline"
              onClick={() => onChoose(panel)}
            >
              {panel.title}
            </button>
          ))}
        <button type="button" className="btn btn-sm btn-ghost" onClick={onClose}>
          Close
        </button>
      </div>
    </div>
  )
}

function detailsOf(booking: Booking) {
  const { bankPayment, shipment } = booking
  const lines = (text: string) => <span className="block whitespace-pre-line">{text}</span>
  return {
    Product: booking.product,
    Quantity: `${formatCount(booking.orders)} × ${formatDollars(booking.unitPrice)}`,
    Total: formatDollars(booking.price),
    Ordered: formatDateTime(booking.createdAt),
    Customer: lines(`${booking.name}\n${booking.email}\n${booking.phone}`),
    'Ship to': lines(booking.address),
    ...(booking.purchaseOrder && { 'Purchase order number': booking.purchaseOrder }),
    ...(booking.billTo && { 'Billing details': lines(booking.billTo) }),
    ...(!booking.paid && {
      'Held until': booking.heldUntil ? formatDateTime(booking.heldUntil) : 'No longer held',
    }),
    ...(booking.paidAt && { Paid: formatDateTime(booking.paidAt) }),
    ...(booking.transictionId && { 'Transaction id': booking.transictionId }),
    ...(bankPayment && {
      'Bank transfer': `${bankPayment.reference}, received ${formatDay(bankPayment.receivedOn)}`,
    }),
    ...(booking.invoice && { Invoice: booking.invoice }),
    ...(shipment && {
      Shipped: `${formatDay(shipment.sentOn)} · ${shipment.carrier} · ${shipment.number}`,
    }),
    ...(booking.restocked && { 'Put back in stock': `${formatCount(booking.restocked)} units` }),
  }
}
