import { sql } from 'drizzle-orm'
import { newId } from '../../platform/database/queries/new-id.ts'
import type { quotes } from '../../platform/database/schema.ts'
import {
  DAY_MS,
  type DemoWorld,
  HOUR_MS,
  isFromOffer,
  isoDay,
  type PaidDemoOrder,
  pick,
} from './demo-orders.ts'

type Quote = typeof quotes.$inferSelect

/** Those that became no order. An offer is good for two weeks. */
const OPEN_OR_ENDED: {
  state: Quote['state']
  daysAgo: number
  orders: number
  hold?: boolean
  message?: string
}[] = [
  { state: 'lapsed', daysAgo: 40, orders: 500 },
  { state: 'declined', daysAgo: 25, orders: 800, message: 'Could you match 10% off the list price?' },
  { state: 'withdrawn', daysAgo: 12, orders: 300 },
  { state: 'offered', daysAgo: 6, orders: 1_000, hold: true, message: 'Delivery in two parts is fine.' },
  { state: 'offered', daysAgo: 3, orders: 250 },
  {
    state: 'asked',
    daysAgo: 1,
    orders: 2_500,
    message: 'We need these for a new site. What is your best price?',
  },
  { state: 'asked', daysAgo: 0.2, orders: 400 },
]
const VALID_DAYS = 14

/** Quotes in every state; the accepted ones became some of the orders. */
export function demoQuotes({ customers, stock, config, now }: DemoWorld, paid: PaidDemoOrder[]) {
  const offer = (askedAt: number, steps: Quote['steps']) => {
    const validUntil = isoDay(askedAt + VALID_DAYS * DAY_MS)
    return {
      steps,
      validUntil,
      expiresAt: sql<Date>`(${validUntil}::date + 1)::timestamp at time zone ${config.timeZone}`,
      offeredBy: 'demo',
      offeredAt: new Date(askedAt + 4 * HOUR_MS),
    }
  }
  const accepted = paid.filter(isFromOffer).map((order) => {
    const askedAt = order.createdAt.getTime() - 2 * DAY_MS
    const { productId, userId, product, email, name, orders, purchaseOrder } = order
    return {
      ...{ productId, userId, product, email, name, orders, purchaseOrder },
      state: 'accepted' as const,
      bookingId: order.id,
      createdAt: new Date(askedAt),
      ...offer(askedAt, [{ orders, cents: order.unitCents }]),
    }
  })
  const others = OPEN_OR_ENDED.map(({ state, daysAgo, orders, hold, message = null }, place) => {
    const product = pick(stock, place * 2)
    const { id: userId, email, name } = pick(customers, place * 5)
    const askedAt = now - daysAgo * DAY_MS
    const { id: productId, name: productName, priceCents } = product
    const steps = [1, 2].map((times) => ({
      orders: orders * times,
      cents: Math.floor(priceCents * (1 - 0.04 * times)),
    }))
    return {
      ...{ productId, userId, product: productName, email, name, orders, message },
      state,
      createdAt: new Date(askedAt),
      ...(state !== 'asked' && state !== 'withdrawn' && offer(askedAt, steps)),
      ...(hold && { held: orders * 2 }),
    }
  })
  return [...accepted, ...others]
    .sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime())
    .map((quote, place) => {
      const number = `Q-${quote.createdAt.getUTCFullYear()}-${String(place + 1).padStart(4, '0')}`
      return { id: newId(), number, ...quote }
    })
}
