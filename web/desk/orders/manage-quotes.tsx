import { formatCount, type TotalCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { QUOTE_STATES, type QuoteSearch, readQuoteSearch } from '#contract/sales/quote-search.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import { writeStateSearch } from '#contract/sales/state-search.ts'
import { api } from '../../api.ts'
import { listQuery, loadPage, useRequestedQuery } from '../../lists/paged-list.tsx'
import { SearchedList } from '../../lists/searched-list.tsx'
import { CloseQuote } from '../../orders/quotes/close-quote.tsx'
import { QuoteNote } from '../../orders/quotes/quote-note.tsx'
import { QUOTE_WORDS, QuoteChip } from '../../orders/quotes/quote-state.tsx'
import { quoteTitle } from '../../orders/quotes/quote-title.tsx'
import { Copyable } from '../../ui/controls/copyable.tsx'
import { formatDay } from '../../ui/dates.ts'
import { ArrowLink } from '../../ui/page/arrow-link.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { MakeOffer } from './make-offer.tsx'

export type FoundQuotes = { search: QuoteSearch; quotes: Quote[] } & TotalCount

export async function loadQuotes(search: QuoteSearch, signal: AbortSignal): Promise<FoundQuotes> {
  const { q, state, page } = search
  const query = { ...listQuery(page, q), ...(state && { state }) }
  const { rows, ...counted } = await loadPage((readHeaders) => api.listQuotes({ query, signal, readHeaders }))
  return { search, quotes: rows, ...counted }
}

const addressOf = (search: QuoteSearch) =>
  `?${new URLSearchParams({ view: 'quotes', ...Object.fromEntries(writeStateSearch(search)) })}`

const TEXTS = {
  searchLabel: 'Search these quotes',
  filterLabel: 'Filter quotes',
  noMatch: 'No quotes match.',
  showAll: 'Show all quotes',
}

/** Shows the previous result until the requested one has loaded. */
export function ManageQuotes({ search, quotes, ...counted }: FoundQuotes) {
  const requested = readQuoteSearch(useRequestedQuery())
  if (counted.total === 0 && search.q === '' && search.state === undefined)
    return (
      <EmptyState sentence="No quote requests yet. Customers request a quote on a product’s page.">
        <ArrowLink to="/catalogue">See all products</ArrowLink>
      </EmptyState>
    )
  return (
    <SearchedList
      nouns="quotes"
      texts={TEXTS}
      search={search}
      requested={requested}
      states={QUOTE_STATES}
      labelOf={(state) => QUOTE_WORDS[state]}
      describe={(state, noun) => (state ? `${QUOTE_WORDS[state].toLowerCase()} ${noun}` : noun)}
      addressOf={addressOf}
      {...counted}
    >
      {quotes.length > 0 && <ResponsiveTable label="Quotes" columns={columns} rows={quotes} />}
    </SearchedList>
  )
}

const columns: Column<Quote>[] = [
  { label: 'Product', kind: 'title', show: quoteTitle },
  {
    label: 'Customer',
    show: ({ name, email }) => (
      <div>
        {name}
        <Copyable>{email}</Copyable>
      </div>
    ),
  },
  { label: 'Quantity', kind: 'number', width: '4.5rem', show: ({ orders }) => formatCount(orders) },
  { label: 'Status', width: '7rem', show: ({ state }) => <QuoteChip state={state} seenBy="shop" /> },
  {
    label: 'Offer',
    kind: 'note',
    show: (quote) => (
      <QuoteNote quote={quote}>
        <Offer quote={quote} />
      </QuoteNote>
    ),
  },
  {
    label: 'Actions',
    kind: 'actions',
    // From one below the other to side by side.
    width: 'clamp(10rem, 40cqi - 17rem, 16.5rem)',
    show: (quote) => <Actions quote={quote} />,
  },
]

function Offer({ quote: { state, steps, validUntil, held } }: { quote: Quote }) {
  return (
    <>
      {steps.map(({ orders, price }) => (
        <span key={orders}>
          {formatCount(orders)} at {formatDollars(price)}
        </span>
      ))}
      {state === 'offered' && validUntil && <span>until {formatDay(validUntil)}</span>}
      {held > 0 && <span>{formatCount(held)} set aside</span>}
    </>
  )
}

function Actions({ quote }: { quote: Quote }) {
  const { state } = quote
  return (
    <>
      {state !== 'accepted' && state !== 'withdrawn' && <MakeOffer quote={quote} />}
      {(state === 'asked' || state === 'offered') && <CloseQuote quote={quote} way="withdraw" />}
    </>
  )
}
