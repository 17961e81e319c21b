import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { api } from '../../api.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { ConfirmModal } from '../../ui/modals/confirm-modal.tsx'
import { toast } from '../../ui/page/toasts.tsx'
import { quoteTitleId } from './quote-title.tsx'

const WAYS = {
  decline: { call: api.declineQuote, label: 'Decline', title: 'Decline this offer?', done: 'Offer declined' },
  withdraw: {
    call: api.withdrawQuote,
    label: 'Withdraw',
    title: 'Withdraw this quote?',
    done: 'Quote withdrawn',
  },
}

/** Ends a quote without an order, after a confirmation. */
export function CloseQuote({ quote, way }: { quote: Quote; way: keyof typeof WAYS }) {
  const { call, label, title, done } = WAYS[way]
  const [asking, setAsking] = useState(false)
  const { revalidate } = useRevalidator()
  const [close, busy] = useSingleFlight(async () => {
    try {
      await call({ params: { id: quote._id } })
      toast.success(done)
    } catch (problem) {
      toast.error((problem as Error).message)
    }
    setAsking(false)
    await revalidate()
  })

  return (
    <>
      <button
        type="button"
        className="btn btn-sm btn-ghost text-error"
        aria-describedby={quoteTitleId(quote)}
        onClick={() => setAsking(true)}
      >
        {label}
      </button>
      {asking && (
        <ConfirmModal
          title={title}
          confirmLabel={label}
          busy={busy}
          onConfirm={close}
          onCancel={() => setAsking(false)}
        >
          <p className="mb-2 font-semibold">
            {quote.number}: {formatCount(quote.orders)} × {quote.product}
          </p>
          <p>
            {quote.state === 'asked'
              ? 'It will not be answered.'
              : 'After that, it can no longer be accepted.'}
            {quote.held > 0 && ` The ${formatCount(quote.held)} units set aside go back into stock.`}
          </p>
        </ConfirmModal>
      )}
    </>
  )
}
