import { isId } from '#contract/fields.ts'
import { MAX_OPEN_QUOTES, type NewQuote, type Quote } from '#contract/quotes.ts'
import { newId } from '../database/new-id.ts'
import type { Caller } from '../http/authenticate.ts'
import { isProven, limitDaily } from '../http/daily-limits.ts'
import { refuse } from '../http/refuse.ts'
import { withMails } from '../mail/write-mail.ts'
import { findProduct } from '../products/lookup-store.ts'
import type { Shop } from '../shop-context.ts'
import * as quotes from './store.ts'

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
const MAX_A_DAY = 100
/** Beyond that somebody is flooding the owner; all quotes are in the dashboard. */
const MAX_MAILS_AN_HOUR = 60
const MAX_MAILS_OF_CUSTOMER = 20

type Origin = {
  idempotencyKey: string | null
  /** Of the client. */
  address: string
}

/** Writes the quote and tells the owner, once per idempotency key. A repeated request gets the same quote. */
export async function askForQuote(
  shop: Shop,
  caller: Caller,
  sent: NewQuote,
  { idempotencyKey, address }: Origin,
): Promise<Quote> {
  if (!isId(sent.productId) || !(await findProduct(shop.db, sent.productId)))
    throw refuse.notFound('No such product')
  // Yesterday is still today somewhere on earth.
  if (sent.wantedBy && sent.wantedBy < new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
    throw refuse.invalid('Choose today or a later date', 'wantedBy')
  const asked = {
    productId: sent.productId.toLowerCase(),
    orders: sent.orders,
    wantedBy: sent.wantedBy ?? null,
    purchaseOrder: sent.purchaseOrder || null,
    message: sent.message || null,
  }
  const quote =
    // One customer's quotes one after the other: the limit counts what is committed.
    (await shop.withMutex(`quotes of ${caller.id}`, () =>
      write(shop, caller, asked, { idempotencyKey, address }),
    )) ?? (await askedBefore(shop, caller, asked, idempotencyKey))
  if (quote) return quotes.toQuote(quote)
  if ((await quotes.countOpen(shop.db, caller.id)) >= MAX_OPEN_QUOTES)
    throw refuse.conflict(
      `You have ${MAX_OPEN_QUOTES} open quotes: withdraw or decline one before you request another`,
    )
  if (!(await quotes.lockCustomer(shop.db, caller.id))) throw refuse.forbidden('This account was removed')
  throw refuse.notFound('No such product')
}

type Asked = Pick<quotes.QuoteRow, 'productId' | 'orders' | 'wantedBy' | 'purchaseOrder' | 'message'>

function write(shop: Shop, caller: Caller, asked: Asked, { idempotencyKey, address }: Origin) {
  const { id: userId, email, name } = caller
  const id = newId()
  return withMails(shop, async (tx, mails) => {
    if ((await quotes.countToday(tx, userId)) >= MAX_A_DAY)
      throw refuse.tooMany(`You have requested ${MAX_A_DAY} quotes in one day. Try again tomorrow.`, DAY_S)
    const row = { id, userId, email, name, ...asked, idempotencyKey }
    if (!(await quotes.ask(tx, row, shop.config.timeZone))) return null
    const isMailed = (await isProven(tx, caller))
      ? (await quotes.countLastHour(tx, userId)) <= MAX_MAILS_OF_CUSTOMER
      : await limitDaily(shop, tx, 'quote', address)
    if (isMailed && (await mails.countLastHour('quote-requested')) < MAX_MAILS_AN_HOUR)
      await mails.toOwner('quote-requested', { quoteId: id })
    return quotes.find(tx, id)
  })
}

async function askedBefore(shop: Shop, caller: Caller, asked: Asked, idempotencyKey: string | null) {
  const quote = idempotencyKey && (await quotes.findByIdempotencyKey(shop.db, caller.id, idempotencyKey))
  if (!quote) return null
  if (Object.entries(asked).some(([field, value]) => quote[field as keyof Asked] !== value))
    throw refuse.conflict('This idempotency key was used for another quote')
  return quote
}
