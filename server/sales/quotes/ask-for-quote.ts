import { isId } from '#contract/formats/fields.ts'
import { MAX_OPEN_QUOTES, type NewQuote, type Quote } from '#contract/sales/quotes.ts'
import { findProduct } from '../../catalogue/products/lookup-store.ts'
import { isProven, limitDaily } from '../../people/users/daily-limits.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import type { KeyedRequest } from '../../platform/database/keyed-requests.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { claimKey } from '../../platform/endpoints/idempotency-key.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import * as quotes from './store.ts'

const DAY_S = 86_400
const DAY_MS = DAY_S * 1000
const MAX_A_DAY = 100
/** Beyond that somebody is flooding the owner; all quotes are in the dashboard. */
const MAX_MAILS_AN_HOUR = 60
const MAX_MAILS_OF_CUSTOMER = 20

type Origin = {
  keyed: KeyedRequest | null
  /** Of the client. */
  address: string
}

/** Writes the quote and tells the owner, once per idempotency key. A repeated request gets the same quote. */
export async function askForQuote(
  shop: Shop,
  caller: Caller,
  sent: NewQuote,
  { keyed, address }: Origin,
): Promise<Quote> {
  if (!isId(sent.productId) || !(await findProduct(shop.db, sent.productId)))
    throw refuse.notFound('No such product')
  // Yesterday is still today somewhere on earth.
  if (sent.wantedBy && sent.wantedBy < new Date(Date.now() - DAY_MS).toISOString().slice(0, 10))
    throw refuse.invalid('Choose today or a later date', 'wantedBy')
  const asked = {
    productId: sent.productId,
    orders: sent.orders,
    wantedBy: sent.wantedBy ?? null,
    purchaseOrder: sent.purchaseOrder || null,
    message: sent.message || null,
  }
  // One customer's quotes one after the other: the limit counts what is committed.
  const quote = await shop.withMutex(`quotes of ${caller.id}`, () =>
    write(shop, caller, asked, { keyed, address }),
  )
  return quotes.toQuote(quote)
}

type Asked = Pick<quotes.QuoteRow, 'productId' | 'orders' | 'wantedBy' | 'purchaseOrder' | 'message'>

function write(shop: Shop, caller: Caller, asked: Asked, { keyed, address }: Origin) {
  const { id: userId, email, name } = caller
  const id = newId()
  return withMails(shop, async (tx, mails) => {
    const earlier = await claimKey(tx, keyed, id)
    if (!earlier) {
      if ((await quotes.countToday(tx, userId)) >= MAX_A_DAY)
        throw refuse.tooMany(`You have requested ${MAX_A_DAY} quotes in one day. Try again tomorrow.`, DAY_S)
      if (!(await quotes.ask(tx, { id, userId, email, name, ...asked }, shop.config.timeZone)))
        throw await rejectionReason(tx, userId)
      const isMailed = (await isProven(tx, caller))
        ? (await quotes.countLastHour(tx, userId)) <= MAX_MAILS_OF_CUSTOMER
        : await limitDaily(shop, tx, 'quote', address)
      if (isMailed && (await mails.countLastHour('quote-requested')) < MAX_MAILS_AN_HOUR)
        await mails.toOwner('quote-requested', { quoteId: id })
    }
    return (await quotes.find(tx, earlier ?? id)) as quotes.QuoteRow
  })
}

async function rejectionReason(tx: Transaction, userId: string) {
  if (!(await quotes.lockCustomer(tx, userId))) return refuse.forbidden('This account was removed')
  if ((await quotes.countOpen(tx, userId)) < MAX_OPEN_QUOTES) return refuse.notFound('No such product')
  return refuse.conflict(
    `You have ${MAX_OPEN_QUOTES} open quotes: withdraw or decline one before you request another`,
  )
}
