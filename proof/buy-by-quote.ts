import { randomUUID } from 'node:crypto'
import type { Booking } from '#contract/sales/bookings.ts'
import type { Quote } from '#contract/sales/quotes.ts'
import type { Acknowledged, Insist } from './acknowledged.ts'

const DAY_MS = 86_400_000
const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

/** A quote that somebody was told of, and the order that they were told it became. */
export type AcknowledgedQuote = { quote: Quote; bookingId?: string }

/** Asks for a price, is made an offer, and accepts it; what was acknowledged is remembered at once. */
export async function buyByQuote(
  { customer, admin }: { customer: Insist; admin: Insist },
  wanted: { productId: string; orders: number; hold: boolean },
  remember: { quote(known: AcknowledgedQuote): void; order(known: Acknowledged): void },
): Promise<Acknowledged | null> {
  const { productId, orders, hold } = wanted
  const asked = await customer('POST', '/api/quotes', { productId, orders }, randomUUID())
  if (asked.status !== 200) return null
  const known: AcknowledgedQuote = { quote: asked.json }
  remember.quote(known)
  const target = `/api/quotes/${known.quote._id}`
  const steps = [
    { orders: 100, price: 1.2 },
    { orders: 500, price: 1.1 },
  ]
  const validUntil = isoDay(Date.now() + 30 * DAY_MS)
  const offered = await admin('PUT', `${target}/offer`, { steps, validUntil, hold })
  if (offered.status !== 200) return null
  known.quote = offered.json
  const delivery = { orders, price: 1.2, phone: '1', address: 'Quay 1', purchaseOrder: 'PO 7' }
  const accepted = await customer('POST', `${target}/accept`, delivery)
  // Refused because an earlier try, whose answer was lost, went through.
  const order: Booking | null =
    accepted.status === 200 ? accepted.json : await orderOf((await customer('GET', target)).json, customer)
  if (!order) return null
  known.bookingId = order._id
  const acknowledged: Acknowledged = { order }
  remember.order(acknowledged)
  return acknowledged
}

async function orderOf(quote: Quote | null, customer: Insist): Promise<Booking | null> {
  if (!quote?.bookingId) return null
  return (await customer('GET', `/api/booking/${quote.bookingId}`)).json
}

/** The admin records that the money came by bank. */
export async function payByBank(admin: Insist, known: Acknowledged) {
  const target = `/api/booking/${known.order._id}`
  const body = { reference: 'Transfer', receivedOn: isoDay(Date.now()) }
  const recorded = await admin('POST', `${target}/bank-payment`, body)
  const paid: Booking | null = recorded.status === 200 ? recorded.json : (await admin('GET', target)).json
  if (!paid?.paid || !paid.transictionId) return
  known.paidBy = paid.transictionId
  known.invoice = paid.invoice
}

/** The admin gives a dollar back and puts a unit into the stock again. */
export async function refundPart(admin: Insist, known: Acknowledged) {
  const body = { amount: 1, reason: 'Damaged', restock: 1 }
  const refunded = await admin('POST', `/api/booking/${known.order._id}/refunds`, body, randomUUID())
  if (refunded.status === 200) known.refunded = true
}

/** What was acknowledged of quotes and is not there. */
export function lostQuotes(acknowledged: AcknowledgedQuote[], stored: Quote[]): AcknowledgedQuote[] {
  const storedById = new Map(stored.map((quote) => [quote._id, quote]))
  return acknowledged.filter(({ quote, bookingId }) => {
    const now = storedById.get(quote._id)
    if (!now || now.number !== quote.number || now.orders !== quote.orders) return true
    if (bookingId) return now.state !== 'accepted' || now.bookingId !== bookingId
    return quote.steps.length > 0 && now.steps.length !== quote.steps.length
  })
}
