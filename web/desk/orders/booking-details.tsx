import { type ReactElement, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { Booking } from '#contract/sales/bookings.ts'
import { useIdempotencyKey } from '../../forms/use-idempotency-key.ts'
import { BookingStory } from '../../orders/booking/booking-story.tsx'
import { DisputeNotice, isDisputed } from '../../orders/booking/dispute-notice.tsx'
import { leftToRefund } from '../../orders/booking/refunds-of-booking.tsx'
import { Modal } from '../../ui/modals/modal.tsx'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { toast } from '../../ui/page/toasts.tsx'
import type { PanelProps } from './booking-panel.ts'
import { HoldLonger } from './hold-longer.tsx'
import { RecordBankPayment } from './record-bank-payment.tsx'
import { RefundBooking } from './refund-booking.tsx'

type Panel = {
  title: string
  Content: (props: PanelProps) => ReactElement
  fits: (booking: Booking) => boolean
}

const panels: Panel[] = [
  { title: 'Record bank payment', Content: RecordBankPayment, fits: ({ paid }) => !paid },
  { title: 'Extend hold', Content: HoldLonger, fits: ({ paid }) => !paid },
  { title: 'Refund', Content: RefundBooking, fits: (booking) => booking.paid && leftToRefund(booking) > 0 },
]

/** The number of an order: a button that shows everything about it, and what an admin can do with it. */
export function BookingDetails({ booking }: { booking: Booking }) {
  const [open, setOpen] = useState<'details' | Panel | null>(null)
  const { revalidate } = useRevalidator()
  const keys = useIdempotencyKey()
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
              keys={keys}
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
      <p>
        <ArrowLink to={`/dashboard/order/${booking._id}`}>Open page</ArrowLink>
      </p>
      {isDisputed(booking) && <DisputeNotice booking={booking} />}
      <BookingStory booking={booking} level={3} forAdmin />
      <div className="modal-buttons flex flex-wrap justify-end gap-2">
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
