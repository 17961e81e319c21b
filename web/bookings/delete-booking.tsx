import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Booking } from '#contract/bookings.ts'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { ApiError, api } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { formatDate } from '../ui/dates.ts'
import { focusNextRow } from '../ui/responsive-table.tsx'
import { toast } from '../ui/toasts.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'

/** The delete button of an unpaid order and its confirmation. */
export function DeleteBooking({ booking, onChanged }: { booking: Booking; onChanged: () => void }) {
  const [asking, setAsking] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [remove, busy] = useSingleFlight(async () => {
    try {
      const { message } = await api.deleteBooking({ params: { id: booking._id } })
      close()
      toast.success(message)
      if (button.current) focusNextRow(button.current)
      onChanged()
    } catch (problem) {
      close()
      toast.error((problem as Error).message)
      // Refused: the order's state differs from what this page shows.
      if (problem instanceof ApiError && problem.status >= 400 && problem.status < 500) onChanged()
    }
  })

  /** Synchronously, so that the focus is back on the button before it moves on. */
  const close = () => flushSync(() => setAsking(false))

  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn btn-sm btn-ghost text-error"
        onClick={() => setAsking(true)}
      >
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
            units go back on sale.
          </p>
        </ConfirmModal>
      )}
    </>
  )
}
