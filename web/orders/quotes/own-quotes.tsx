import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { formatDay } from '../../ui/dates.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { QuoteNote } from './quote-note.tsx'
import { QuoteChip } from './quote-state.tsx'
import { quoteTitle, quoteTitleId } from './quote-title.tsx'

const SHOWN = 5

const isOpen = ({ state }: Quote) => state === 'offered' || state === 'asked'

/** A customer's quotes, what waits for an answer first. */
export function OwnQuotes({ quotes }: { quotes: Quote[] }) {
  const [all, setAll] = useState(false)
  const sorted = [...quotes.filter(isOpen), ...quotes.filter((quote) => !isOpen(quote))]
  return (
    <section aria-labelledby="quotes">
      <h2 id="quotes" className="mb-4 text-xl">
        Quotes
      </h2>
      <ResponsiveTable label="Quotes" columns={columns} rows={all ? sorted : sorted.slice(0, SHOWN)} />
      {!all && quotes.length > SHOWN && (
        <button type="button" className="btn btn-sm mt-4" onClick={() => setAll(true)}>
          Show all {formatCount(quotes.length)} quotes
        </button>
      )}
    </section>
  )
}

const columns: Column<Quote>[] = [
  { label: 'Product', kind: 'title', show: quoteTitle },
  { label: 'Quantity', kind: 'number', width: '4.5rem', show: ({ orders }) => formatCount(orders) },
  { label: 'Status', width: '8.5rem', show: ({ state }) => <QuoteChip state={state} seenBy="customer" /> },
  {
    label: 'Details',
    kind: 'note',
    show: (quote) => (
      <QuoteNote quote={quote}>
        {quote.state === 'offered' && quote.validUntil && (
          <span>
            Valid until <time dateTime={quote.validUntil}>{formatDay(quote.validUntil)}</time>
          </span>
        )}
      </QuoteNote>
    ),
  },
  { label: 'Actions', kind: 'actions', width: '19.5rem', show: (quote) => <NextStep quote={quote} /> },
]

function NextStep({ quote }: { quote: Quote }) {
  const { to, label } = nextStep(quote)
  return (
    <Link
      to={to}
      className={`btn btn-sm ${quote.state === 'offered' ? 'btn-primary' : ''}`}
      aria-describedby={quoteTitleId(quote)}
    >
      {label}
    </Link>
  )
}

function nextStep(quote: Quote) {
  const here = `/dashboard/quote/${quote._id}`
  if (quote.state === 'offered') return { to: here, label: 'See the offer' }
  if (quote.state === 'asked') return { to: here, label: 'See the request' }
  return { to: askAgain(quote), label: 'Ask again' }
}

export const askAgain = ({ productId, orders }: Quote) => `/product/${productId}?ask=${orders}`
