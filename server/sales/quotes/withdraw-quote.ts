import type { QuoteState } from '#contract/sales/quote-search.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findQuoteForCaller } from './find-quote.ts'
import { stateSentences } from './state-sentences.ts'
import * as quotes from './store.ts'

const MAY_WITHDRAW: Record<Caller['role'], readonly QuoteState[]> = {
  customer: ['asked'],
  admin: ['asked', 'offered', 'declined', 'lapsed'],
}

/** Withdraws a quote and gives back what was set aside for it. Withdrawn before, it stays so. */
export async function withdrawQuote(shop: Shop, caller: Caller, id: string): Promise<Quote> {
  await findQuoteForCaller(shop, caller, id)
  const withdrawn = await quotes.endOne(shop.db, id, MAY_WITHDRAW[caller.role], 'withdrawn')
  const quote = await findQuoteForCaller(shop, caller, id)
  if (!withdrawn && quote.state !== 'withdrawn') throw refuse.conflict(stateSentences[quote.state])
  return quotes.toQuote(quote)
}
