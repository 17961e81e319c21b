import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { ApiError, api } from '../../api.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { formatDate } from '../../ui/dates.ts'
import { ConfirmModal } from '../../ui/modals/confirm-modal.tsx'
import { toast } from '../../ui/page/toasts.tsx'

type DeleteBookingProps = {
  booking: Booking
  /** Instead of loading the page's data again. */
  onDeleted?: () => unknown
}

/** The delete button of an unpaid order and its confirmation. */
export function DeleteBooking({ booking, onDeleted }: DeleteBookingProps) {
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const [remove, busy] = useSingleFlight(async () => {
    try {
      const { message } = await api.deleteBooking({ params: { id: booking._id } })
      setAsking(false)
      toast.success(message)
      await (onDeleted ?? revalidate)()
    } catch (problem) {
      setAsking(false)
      toast.error((problem as Error).message)
      // Refused: the order's state differs from what this page shows.
      if (problem instanceof ApiError && problem.status >= 400 && problem.status < 500) await revalidate()
    }
  })

  return (
    <>
      <button type="button" className="btn btn-sm btn-ghost text-error" onClick={() => setAsking(true)}>
        Delete<span className="sr-only"> the order for {booking.product}</span>
      </button>
      {asking && (
        <ConfirmModal
          title="Delete this order?"
          confirmLabel="Delete"
          busy={busy}
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          <p className="mb-2 font-semibold">
            {formatCount(booking.orders)} × {booking.product}
          </p>
          <p>
            {formatDollars(booking.price)}, ordered by {booking.name} on {formatDate(booking.createdAt)}. Its
            units go back into stock.
          </p>
        </ConfirmModal>
      )}
    </>
  )
}
