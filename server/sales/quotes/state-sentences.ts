import type { QuoteState } from '#contract/sales/quote-search.ts'

/** Why something cannot be done with a quote in this state. */
export const stateSentences: Record<QuoteState, string> = {
  asked: 'The shop has not made an offer yet',
  offered: 'The shop has made an offer: accept or decline it',
  accepted: 'This offer has already been accepted',
  declined: 'This offer was declined. Request a new quote.',
  withdrawn: 'This quote was withdrawn. Request a new one.',
  lapsed: 'This offer has expired. Request a new quote.',
}
