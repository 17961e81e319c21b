import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as quotes from './store.ts'

/** A quote that this caller may see: their own, or any for an admin. To everyone else it does not exist. */
export async function findQuoteForCaller(shop: Shop, caller: Caller, id: string): Promise<quotes.QuoteRow> {
  const quote = await quotes.find(shop.db, id)
  if (!quote || (quote.userId !== caller.id && caller.role !== 'admin'))
    throw refuse.notFound('No such quote')
  return quote
}

/** The caller's own: an admin, too, accepts and declines for nobody else. */
export const findOwnQuote = (shop: Shop, caller: Caller, id: string) =>
  findQuoteForCaller(shop, { ...caller, role: 'customer' }, id)
