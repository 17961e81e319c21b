import { formatDollars } from '#contract/money.ts'
import type { Refund } from '#contract/payments.ts'

const STATES: Record<Refund['state'], { word: string; look: string }> = {
  refund_due: { word: 'On its way', look: 'text-quiet' },
  refunded: { word: 'Given back', look: 'text-success' },
  refund_failed: { word: 'Failed: needs attention', look: 'text-error' },
}

/** Payments that bought nothing and are given back. */
export function Refunds({ refunds }: { refunds: Refund[] }) {
  if (refunds.length === 0) return null
  return (
    <section aria-labelledby="refunds" className="mb-8">
      <h2 id="refunds" className="mb-4 text-xl">
        Refunds
      </h2>
      <table className="table-cards">
        <thead>
          <tr>
            <th>Order</th>
            <th className="number">Amount</th>
            <th>Reason</th>
            <th>State</th>
          </tr>
        </thead>
        <tbody>
          {refunds.map((refund) => (
            <tr key={refund._id}>
              <td data-label="Order">
                {refund.product}
                <span className="block break-all text-quiet text-sm">
                  {refund.email} · {refund.transictionId}
                </span>
              </td>
              <td data-label="Amount" className="number">
                {formatDollars(refund.amount)}
              </td>
              <td data-label="Reason">{refund.reason}</td>
              <td data-label="State">
                <strong className={STATES[refund.state].look}>{STATES[refund.state].word}</strong>
                {refund.error && <span className="block text-sm">{refund.error}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
