import { Link } from 'react-router'
import type { Quote } from '#contract/sales/quotes.ts'
import { formatDate } from '../../ui/dates.ts'
import { keepMeasures } from '../../ui/keep-measures.ts'

/** The product, and the number as a link to everything about the quote. */
export const quoteTitle = (quote: Quote) => (
  <>
    <span id={quoteTitleId(quote)}>{keepMeasures(quote.product)}</span>
    <span className="flex flex-wrap items-baseline gap-x-3 font-normal text-quiet text-sm">
      <Link to={`/dashboard/quote/${quote._id}`} className="link">
        {quote.number}
      </Link>
      <time dateTime={quote.createdAt}>{formatDate(quote.createdAt)}</time>
      {quote.sku && <span>SKU {quote.sku}</span>}
    </span>
  </>
)

/** The id of the element that names a quote, for buttons that do not. */
export const quoteTitleId = ({ _id }: Quote) => `quote-${_id}`
