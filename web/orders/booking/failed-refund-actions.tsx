import { useRevalidator } from 'react-router'
import { formatDollars } from '#contract/formats/money.ts'
import { api } from '../../api.ts'
import { RetryButton } from '../../ui/controls/retry-button.tsx'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { toast } from '../../ui/page/toasts.tsx'

type FailedRefund = { _id: string; amount: number }

/** What an admin can do about a refund that the card provider could not make. */
export function FailedRefundActions({ refund: { _id: id, amount } }: { refund: FailedRefund }) {
  const params = { id }
  const { revalidate } = useRevalidator()
  const [settle, busy] = useSingleFlight(async () => {
    if (!confirm(questionOf(amount))) return
    try {
      const { message } = await api.settleRefund({ params })
      toast.success(message)
    } catch (problem) {
      toast.error((problem as Error).message)
    }
    await revalidate()
  })
  return (
    <div className="inline-grid gap-1">
      <RetryButton what="the refund" retry={() => api.retryRefund({ params })} />
      <button type="button" className="btn btn-sm btn-ghost" aria-disabled={busy} onClick={settle}>
        Refunded another way
      </button>
    </div>
  )
}

const questionOf = (amount: number) =>
  `Have you refunded ${formatDollars(amount)} to the customer another way, such as by bank transfer? They will be told. This cannot be undone.`
