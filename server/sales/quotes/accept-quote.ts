import { formatCount } from '#contract/formats/format-number.ts'
import { toCents } from '#contract/formats/money.ts'
import type { Booking } from '#contract/sales/bookings.ts'
import { offeredQuantities, unitPriceFor } from '#contract/sales/quote-steps.ts'
import type { Acceptance } from '#contract/sales/quotes.ts'
import type { Transaction } from '../../platform/database/connect.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { Caller } from '../../platform/endpoints/authenticate.ts'
import { withMails } from '../../platform/outbox/write-mail.ts'
import { refuse } from '../../platform/refusals/refuse.ts'
import type { Shop } from '../../shop-context.ts'
import { findOwnBooking } from '../bookings/find-booking.ts'
import * as bookings from '../bookings/store.ts'
import { refuseTooManyUnpaid } from '../holds/open-order-limit.ts'
import { stateSentences } from './state-sentences.ts'
import * as quotes from './store.ts'

/** Makes an offer one ordinary order, however often it is accepted with the same content. */
export async function acceptQuote(
  shop: Shop,
  caller: Caller,
  id: string,
  sent: Acceptance,
): Promise<Booking> {
  // One customer's orders one after the other: the limit counts what is committed.
  const bookingId = await shop.withMutex(`orders of ${caller.id}`, () =>
    withMails(shop, async (tx, mails) => {
      const { quote, expired } = (await quotes.lock(tx, id)) ?? {}
      if (quote?.userId !== caller.id) throw refuse.notFound('No such quote')
      const content = contentOf(quote, sent)
      if (quote.bookingId) return sameBooking(tx, quote.bookingId, content, sent)
      if (quote.state !== 'offered') throw refuse.conflict(stateSentences[quote.state])
      if (expired) throw refuse.conflict(stateSentences.lapsed)
      const unitCents = unitCentsOf(quote, sent)
      await refuseTooManyUnpaid(shop, tx, caller.id)
      const { email, name } = caller
      const holdHours = shop.config.stockHoldHours
      const booking = { id: newId(), email, name, unitCents, holdHours, ...content }
      if (!(await quotes.accept(tx, quote, booking))) {
        const onSale = (await quotes.available(tx, quote.productId)) ?? 0
        throw refuse.conflict(`Only ${formatCount(onSale)} units are available; order fewer`, 'orders')
      }
      if (!(await quotes.lockCustomer(tx, caller.id))) throw refuse.forbidden('This account was removed')
      await mails.aboutBooking('order-received', booking.id)
      mails.afterCommit(() => shop.metrics.orders.inc({ source: 'quote' }))
      return booking.id
    }),
  )
  return bookings.toBooking(await findOwnBooking(shop, caller, bookingId))
}

/** What becomes part of the order; the purchase order number may have come with the request already. */
const contentOf = (
  quote: quotes.QuoteRow,
  { orders, phone, address, purchaseOrder, billTo }: Acceptance,
) => ({
  orders,
  phone,
  address,
  purchaseOrder: (purchaseOrder ?? quote.purchaseOrder) || null,
  billTo: billTo || null,
})
type Content = ReturnType<typeof contentOf>

function unitCentsOf({ steps }: quotes.QuoteRow, { orders, price }: Acceptance): number {
  const stepsInCents = steps.map((step) => ({ orders: step.orders, price: step.cents }))
  const unitCents = unitPriceFor(stepsInCents, orders)
  if (unitCents === null) {
    const { least, most } = offeredQuantities(stepsInCents)
    const [from, to] = [formatCount(least), formatCount(most)]
    throw refuse.invalid(
      from === to ? `The offer covers exactly ${to} units` : `The offer covers ${from} to ${to} units`,
      'orders',
    )
  }
  if (price !== undefined && toCents(price) !== unitCents)
    throw refuse.conflict('The offer has changed. See its new price, then accept it again.', 'price')
  return unitCents
}

async function sameBooking(tx: Transaction, bookingId: string, content: Content, { price }: Acceptance) {
  const booking = (await bookings.find(tx, bookingId)) as bookings.BookingRow
  if (booking.state === 'deleted')
    throw refuse.conflict('This offer was accepted, and its order has since been deleted')
  const same = Object.entries(content).every(([field, value]) => booking[field as keyof Content] === value)
  if (!same || (price !== undefined && toCents(price) !== booking.unitCents))
    throw refuse.conflict(stateSentences.accepted)
  return bookingId
}
