import pg from 'pg'
import { expect } from 'vitest'
import { reachCardProvider } from './reach-card-provider.ts'

type BookingRow = {
  id: string
  state: string
  product_id: string
  orders: number
  price_cents: number
  held: boolean
  transiction_id: string | null
}

/**
 * Compares the shop's orders with the card provider's money and with the stock there was at first: every charge has
 * bought exactly one order or was given back, and no unit is lost or sold twice. Units that an admin added count.
 */
export async function assertLedgerBalances(
  shop: { origin: string; dataDir: string; databaseUrl: string },
  firstStock: ReadonlyMap<string, number>,
) {
  const provider = reachCardProvider(shop)
  const [intents, refunds] = [await provider.intents(), await provider.refunds()]
  const { bookings, attempts, products, restocks } = await readDatabase(shop.databaseUrl)
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]))
  const ours = intents.filter(({ metadata }) => bookingOf.has(metadata.bookingId ?? ''))
  const refundedCents = (id: string) =>
    sum(refunds, (refund) =>
      refund.payment_intent === id && refund.status === 'succeeded' ? refund.amount : 0,
    )

  for (const { id, amount_received: cents } of ours.filter(({ status }) => status === 'succeeded')) {
    const bought = bookings.filter((booking) => booking.transiction_id === id)
    if (refundedCents(id)) {
      expect({ intent: id, bought: bought.length, refunded: refundedCents(id) }).toEqual({
        intent: id,
        bought: 0,
        refunded: cents,
      })
      expect(attempts.find((attempt) => attempt.intent_id === id)?.state).toMatch(/^refund(ed|_failed)$/)
    } else {
      expect(
        bought.map((booking) => [booking.state, booking.price_cents]),
        `what ${id} has bought`,
      ).toEqual([['paid', cents]])
      expect(attempts.find((attempt) => attempt.intent_id === id)?.state).toBe('paid')
    }
  }

  const paid = bookings.filter(({ state }) => state === 'paid')
  for (const { id, transiction_id } of paid)
    expect(
      ours.find((intent) => intent.id === transiction_id),
      `the payment of order ${id}`,
    ).toMatchObject({ status: 'succeeded', metadata: { bookingId: id } })
  expect(
    sum(ours, (intent) => intent.amount_received - refundedCents(intent.id)),
    'charges less refunds',
  ).toBe(sum(paid, (booking) => booking.price_cents))

  for (const { id, status, metadata } of ours) {
    const state = bookingOf.get(metadata.bookingId ?? '')?.state ?? ''
    if (state === 'deleted' || state === 'lapsed')
      expect(status, `whether ${id} can still pay an order that is ${state}`).toMatch(
        /^(canceled|succeeded)$/,
      )
  }

  for (const [id, units] of firstStock) {
    const held = sum(bookings, (booking) => (booking.product_id === id && booking.held ? booking.orders : 0))
    const left = products.find((product) => product.id === id)?.quantity ?? 0
    const added = sum(restocks, (change) => (change.product_id === id ? change.units : 0))
    expect({ left, held, together: left + held }).toEqual({ left, held, together: units + added })
    expect(left).toBeGreaterThanOrEqual(0)
  }
}

const sum = <T>(items: T[], amount: (item: T) => number) =>
  items.reduce((total, item) => total + amount(item), 0)

async function readDatabase(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const bookings = await client.query<BookingRow>('select * from bookings')
    const attempts = await client.query<{ intent_id: string | null; state: string }>(
      'select * from payment_attempts',
    )
    const products = await client.query<{ id: string; quantity: number }>('select id, quantity from products')
    const restocks = await client.query<{ product_id: string; units: number }>(
      "select product_id, after::int - before::int as units from product_changes where field = 'quantity'",
    )
    return {
      bookings: bookings.rows,
      attempts: attempts.rows,
      products: products.rows,
      restocks: restocks.rows,
    }
  } finally {
    await client.end()
  }
}
