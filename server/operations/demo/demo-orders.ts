import { minimumOrder } from '#contract/catalogue/order-quantity.ts'
import type { Config } from '../../config.ts'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { products, users } from '../../platform/database/schema.ts'

type Customer = Pick<typeof users.$inferSelect, 'id' | 'email' | 'name'>
type Stock = Pick<typeof products.$inferSelect, 'id' | 'name' | 'sku' | 'priceCents' | 'quantity' | 'minimum'>
/** Whom and what the demo has, and what the time is. */
export type DemoWorld = { customers: Customer[]; stock: Stock[]; config: Config; now: number }
export type DemoOrder = ReturnType<typeof placeAt>
export type PaidDemoOrder = ReturnType<typeof payFor>

const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
const DAYS = 365
const WEEKEND = [0, 6]
const UNPAID_HOURS_AGO = [150, 50, 26, 5, 2]
const FIRST_NUMBER = 1001
const BUSINESS_HOURS = { from: 8, minutes: 9 * 60 }
const QUICKEST_PAYMENT_MINUTES = 20
const SLOWEST_PAYMENT_MINUTES = 3 * 24 * 60
/** One order in so many was an offer, at a lower price. */
const OFFER_EVERY = 40
const OFFERED_SHARE = 0.92

/** Scatters whole numbers over a range: without a pattern, and each one always to the same place. */
const scatter = (number: number, range: number) => (Math.imul(number + 1, 0x9e3779b1) >>> 8) % range

export const pick = <T>(list: T[], number: number) => list[number % list.length] as T

export const isoDay = (time: number) => new Date(time).toISOString().slice(0, 10)

export const isFromOffer = ({ number }: { number: number }) => number % OFFER_EVERY === 0

/** A year of orders up to now, in the order in which they were placed. */
export function demoOrders(world: DemoWorld) {
  const { now, config } = world
  const unpaidTimes = UNPAID_HOURS_AGO.map((hours) => now - hours * HOUR_MS)
  const times = [...sellingTimes(now), ...unpaidTimes].sort((one, other) => one - other)
  const paid: PaidDemoOrder[] = []
  const unpaid: DemoOrder[] = []
  for (const [place, at] of times.entries()) {
    const order = placeAt(world, FIRST_NUMBER + place, at)
    if (!unpaidTimes.includes(at)) paid.push(payFor(order, now))
    else if (at + config.stockHoldHours * HOUR_MS > now) unpaid.push(order)
    else unpaid.push({ ...order, state: 'lapsed', held: false })
  }
  return { paid: paid.sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime()), unpaid }
}

/** Few at first and ever more, so that the last weeks are busy; fewer on weekends. */
function sellingTimes(now: number): number[] {
  const times: number[] = []
  let due = 0
  for (let age = DAYS - 1; age >= 0; age--) {
    const day = now - age * DAY_MS
    const growth = 0.28 + 1.4 * (1 - age / DAYS) ** 3
    const mood = 0.4 + scatter(age, 100) / 80
    due += growth * mood * (WEEKEND.includes(new Date(day).getUTCDay()) ? 0.3 : 1)
    for (; due >= 1; due--) {
      const opening = Date.parse(isoDay(day)) + BUSINESS_HOURS.from * HOUR_MS
      const at = opening + scatter(age * 10 + Math.floor(due), BUSINESS_HOURS.minutes) * MINUTE_MS
      times.push(Math.min(at, now - HOUR_MS - Math.floor(due)))
    }
  }
  return times
}

function placeAt({ customers, stock, config }: DemoWorld, number: number, at: number) {
  const place = scatter(number, customers.length)
  const customer = pick(customers, place)
  // The products in front sell best.
  const product = pick(stock, Math.floor((scatter(number * 7, 1_000_000) ** 2 / 1e12) * stock.length))
  const least = minimumOrder(product)
  const orders = least + Math.round(least / 10) * scatter(number * 3, 15)
  const unitCents = isFromOffer({ number })
    ? Math.floor(product.priceCents * OFFERED_SHARE)
    : product.priceCents
  return {
    id: newId(),
    number,
    productId: product.id,
    userId: customer.id,
    product: product.name,
    sku: product.sku,
    unitCents,
    orders,
    priceCents: unitCents * orders,
    email: customer.email,
    name: customer.name,
    phone: `555 01${String(place).padStart(2, '0')}`,
    address: `${place + 1} Sample Street\n00000 Exampleton`,
    purchaseOrder: number % 3 === 0 ? `PO-${number + 3_000}` : null,
    billTo: place % 4 === 0 ? `Demo Company ${place + 1}\nTax ID XX-00000${place + 1}` : null,
    state: 'open' as 'open' | 'lapsed' | 'paid',
    held: true,
    holdUntil: new Date(at + config.stockHoldHours * HOUR_MS),
    createdAt: new Date(at),
    transictionId: null as string | null,
    paidAt: null as Date | null,
    bankReference: null as string | null,
    bankReceivedOn: null as string | null,
    bankRecordedBy: null as string | null,
    refundedCents: 0,
    restocked: 0,
  }
}

/** By bank: a card payment would have to be known to the card provider, where it could not be refunded. */
function payFor(order: DemoOrder, now: number) {
  const placedAt = order.createdAt.getTime()
  const minutes = QUICKEST_PAYMENT_MINUTES + scatter(order.number * 5, SLOWEST_PAYMENT_MINUTES)
  const paidAt = placedAt + Math.min(minutes * MINUTE_MS, Math.floor((now - placedAt) / 2))
  return {
    ...order,
    state: 'paid' as const,
    transictionId: `BANK-${order.number}`,
    paidAt: new Date(paidAt),
    bankReference: `Order ${order.number}`,
    bankReceivedOn: isoDay(paidAt),
    bankRecordedBy: 'demo',
  }
}
