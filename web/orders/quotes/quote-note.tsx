import type { ReactNode } from 'react'
import type { Quote } from '#contract/sales/quotes.ts'

/** What else there is to know about a quote, on one line of a table. */
export function QuoteNote({ quote, children }: { quote: Quote; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-0.5 text-quiet">
      {children}
      {quote.purchaseOrder && <span>Purchase order {quote.purchaseOrder}</span>}
    </div>
  )
}
