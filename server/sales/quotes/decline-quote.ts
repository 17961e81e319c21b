import type { Quote } from '#contract/sales/quotes.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnQuote } from './find-quote.ts'
import { stateSentences } from './state-sentences.ts'
import * as quotes from './store.ts'

/** Declines an offer and gives back what was set aside for it. Declined before, it stays so. */
export async function declineQuote(shop: Shop, caller: Caller, id: string): Promise<Quote> {
  await findOwnQuote(shop, caller, id)
  const declined = await quotes.endOne(shop.db, id, ['offered'], 'declined')
  const quote = await findOwnQuote(shop, caller, id)
  if (!declined && quote.state !== 'declined') throw refuse.conflict(stateSentences[quote.state])
  return quotes.toQuote(quote)
}
