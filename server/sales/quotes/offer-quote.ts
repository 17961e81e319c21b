import { formatCount } from '#contract/formats/format-number.ts'
import { toCents } from '#contract/formats/money.ts'
import type { QuoteState } from '#contract/sales/quote-search.ts'
import { offeredQuantities, stepsProblem } from '#contract/sales/quote-steps.ts'
import { MAX_VALID_DAYS, type Offer, type Quote } from '#contract/sales/quotes.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { removeUnsentOffer } from '../../platform/outbox/store.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { stateSentences } from './state-sentences.ts'
import * as quotes from './store.ts'

const DAY_MS = 86_400_000
const MAY_BE_OFFERED: readonly QuoteState[] = ['asked', 'offered', 'declined', 'lapsed']

/** Makes an offer or replaces it: steps and hold change together. The same offer once more changes nothing. */
export function offerQuote(shop: Shop, caller: Caller, id: string, sent: Offer): Promise<Quote> {
  const { timeZone } = shop.config
  const offer: quotes.NewOffer = {
    steps: sent.steps.map(({ orders, price }) => ({ orders, cents: toCents(price) })),
    validUntil: sent.validUntil,
    held: sent.hold ? offeredQuantities(sent.steps).most : 0,
    note: sent.note || null,
    offeredBy: caller.email,
  }
  return withMails(shop, async (tx, mails) => {
    const quote = (await quotes.lock(tx, id))?.quote
    if (!quote) throw refuse.notFound('No such quote')
    refuseInvalid(sent, timeZone)
    if (!MAY_BE_OFFERED.includes(quote.state)) throw refuse.conflict(stateSentences[quote.state])
    if (isSame(quote, offer)) return quotes.toQuote(quote)
    if (!(await quotes.offer(tx, quote, offer, timeZone))) throw await rejectionReason(tx, quote)
    if (!(await quotes.lockCustomer(tx, quote.userId)))
      throw refuse.conflict('This customer no longer has an account')
    await removeUnsentOffer(tx, quote)
    await mails.aboutQuote('offer', id)
    return quotes.toQuote((await quotes.find(tx, id)) ?? quote)
  })
}

function refuseInvalid({ steps, validUntil }: Offer, timeZone: string) {
  const problem = stepsProblem(steps)
  if (problem) throw refuse.invalid(problem, 'steps')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())
  const last = new Date(Date.parse(today) + MAX_VALID_DAYS * DAY_MS).toISOString().slice(0, 10)
  if (validUntil < today || validUntil > last)
    throw refuse.invalid(`Choose a date between today and ${MAX_VALID_DAYS} days from now`, 'validUntil')
}

function isSame(quote: quotes.QuoteRow, { steps, validUntil, held, note }: quotes.NewOffer) {
  const contents = [quote, { steps, validUntil, held, note }].map((offer) => [
    offer.steps.map(({ orders, cents }) => [orders, cents]),
    offer.validUntil,
    offer.held,
    offer.note,
  ])
  return quote.state === 'offered' && JSON.stringify(contents[0]) === JSON.stringify(contents[1])
}

async function rejectionReason(tx: Transaction, { productId, held }: quotes.QuoteRow) {
  const onSale = await quotes.available(tx, productId)
  return onSale === null
    ? refuse.conflict('This product was deleted')
    : refuse.conflict(`Only ${formatCount(onSale + held)} units are available; set fewer aside`, 'hold')
}
