import type { QuoteRow } from './store.ts'

export type Offer = QuoteRow & { offeredAt: Date; validUntil: string }

/** Whether the shop has offered something and has not withdrawn it. */
export const isOffer = (quote: QuoteRow): quote is Offer =>
  ['offered', 'accepted', 'declined', 'lapsed'].includes(quote.state) &&
  quote.offeredAt !== null &&
  quote.validUntil !== null
