import { useId } from 'react'
import { formatDollars } from '#contract/formats/money.ts'
import type { Refund } from '#contract/sales/refunds.ts'
import { FailedRefundActions } from '../../orders/booking/failed-refund-actions.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { keepMeasures } from '../../ui/keep-measures.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'

const STATES: Record<Refund['state'], { word: string; look: 'plain' | 'success' | 'error' }> = {
  refund_due: { word: 'Pending', look: 'plain' },
  refunded: { word: 'Refunded', look: 'success' },
  refund_failed: { word: 'Failed: needs attention', look: 'error' },
}

const columns: Column<Refund>[] = [
  { label: 'Order', kind: 'title', share: 2, show: ({ product }) => keepMeasures(product) },
  { label: 'Customer', share: 2, show: ({ email }) => <Copyable>{email}</Copyable> },
  { label: 'Amount', kind: 'number', show: ({ amount }) => formatDollars(amount) },
  { label: 'Reason', share: 2, show: ({ reason }) => reason },
  {
    label: 'Transaction ID',
    share: 2,
    show: ({ transictionId }) => <Copyable whole>{transictionId}</Copyable>,
  },
  {
    label: 'Status',
    share: 2,
    show: ({ state, error }) => (
      <span>
        <Chip look={STATES[state].look}>{STATES[state].word}</Chip>
        {error && <span className="block">{error}</span>}
      </span>
    ),
  },
  {
    label: 'Actions',
    kind: 'actions',
    show: (refund) => refund.state === 'refund_failed' && <FailedRefundActions refund={refund} />,
  },
]

type RefundsProps = { title: string; refunds: Refund[] }

/** Refunds of orders, and of payments that bought nothing. */
export function Refunds({ title, refunds }: RefundsProps) {
  const id = useId()
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      <ResponsiveTable label={title} columns={columns} rows={refunds} />
    </section>
  )
}
