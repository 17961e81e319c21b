import { z } from 'zod'
import { byEmail, byId } from '../calls/endpoint.ts'
import { pdf } from '../calls/responses.ts'
import { booking } from './bookings.ts'
import { acceptance, newQuote, offer, quote, quoteQuery } from './quotes.ts'

export const quoteEndpoints = {
  askForQuote: {
    summary: 'Ask for a quote',
    body: newQuote,
    response: quote,
    idempotent: true,
    refusals: [404, 429],
  },
  listOwnQuotes: { summary: 'Your own quotes, newest first', query: byEmail, response: z.array(quote) },
  listQuotes: {
    summary:
      'All quotes, newest first; with any parameter, one page of them. The header x-total-count is the total; if x-total-exact is false, there are more than can be paged through',
    query: quoteQuery,
    response: z.array(quote),
  },
  getQuote: { summary: 'One quote: its owner or an admin', params: byId, noun: 'quote', response: quote },
  offerQuote: {
    summary: 'Make an offer, or replace it; units may be set aside until it ends',
    params: byId,
    noun: 'quote',
    body: offer,
    response: quote,
    refusals: [409],
  },
  acceptQuote: {
    summary: 'Accept an offer: it becomes one order',
    params: byId,
    noun: 'quote',
    body: acceptance,
    response: booking,
    refusals: [409],
  },
  declineQuote: {
    summary: 'Decline an offer',
    params: byId,
    noun: 'quote',
    response: quote,
    refusals: [409],
  },
  withdrawQuote: {
    summary: 'Withdraw a quote: its owner while it is only asked for, an admin until it is accepted',
    params: byId,
    noun: 'quote',
    response: quote,
    refusals: [409],
  },
  getOffer: { summary: 'The offer', params: byId, noun: 'quote', response: pdf, refusals: [429] },
} as const
