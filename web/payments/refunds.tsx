import { useId } from 'react'
import { formatDollars } from '#contract/money.ts'
import type { Refund } from '#contract/payments.ts'
import { type Column, ResponsiveTable } from '../ui/responsive-table.tsx'

const STATES: Record<Refund['state'], { word: string; look: string }> = {
  refund_due: { word: 'Pending', look: 'text-quiet' },
  refunded: { word: 'Refunded', look: 'text-success' },
  refund_failed: { word: 'Failed: needs attention', look: 'text-error' },
}

const columns: Column<Refund>[] = [
  { label: 'Order', kind: 'title', show: ({ product }) => product },
  { label: 'Customer', show: ({ email }) => email },
  { label: 'Amount', kind: 'number', show: ({ amount }) => formatDollars(amount) },
  { label: 'Reason', show: ({ reason }) => reason },
  { label: 'Transaction id', show: ({ transictionId }) => transictionId },
  {
    label: 'State',
    show: ({ state, error }) => (
      <span>
        <strong className={STATES[state].look}>{STATES[state].word}</strong>
        {error && <span className="block">{error}</span>}
      </span>
    ),
  },
]

type RefundsProps = { title: string; refunds: Refund[] }

/** Refunds of payments that bought nothing. */
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
