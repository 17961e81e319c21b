import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { formatDollars } from '#contract/money.ts'
import { api } from '../api.ts'
import { ConfirmModal } from '../ui/confirm-modal.tsx'
import { formatCount } from '../ui/format.ts'
import { toast } from '../ui/toasts.tsx'
import { useOnce } from '../ui/use-once.ts'

/** The delete button of an unpaid order and the question that it asks. */
export function DeleteBooking({ booking, onDeleted }: { booking: Booking; onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const [remove, busy] = useOnce(async () => {
    try {
      const { message } = await api.deleteBooking({ params: { id: booking._id } })
      toast.success(message)
    } catch (problem) {
      toast.error((problem as Error).message)
    }
    setAsking(false)
    onDeleted()
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
          <p>
            {formatCount(booking.orders)} × {booking.product}, {formatDollars(booking.price)}. Its units go
            back on sale.
          </p>
        </ConfirmModal>
      )}
    </>
  )
}
