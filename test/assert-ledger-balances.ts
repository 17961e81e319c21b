import pg from 'pg'
import { expect } from 'vitest'
import {
  assertDocumentsAgree,
  type BookingRow,
  type DocumentRow,
  type RefundRow,
} from './assert-documents-agree.ts'
import { reachCardProvider } from './reach-card-provider.ts'

/**
 * Compares the shop's orders with the card provider's money and with the stock there was at first: every charge has
 * bought exactly one order or was given back, every refund is one at the provider, every payment and every refund has its
 * document, and no unit is lost or sold twice. Units set aside for offers and units that an admin added count.
 */
export async function assertLedgerBalances(
  shop: { origin: string; dataDir: string; databaseUrl: string },
  firstStock: ReadonlyMap<string, number>,
) {
  const provider = reachCardProvider(shop)
  const [intents, given] = [await provider.intents(), await provider.refunds()]
  const { bookings, attempts, refunds, documents, products, restocks, quotes } = await readDatabase(
    shop.databaseUrl,
  )
  const bookingOf = new Map(bookings.map((booking) => [booking.id, booking]))
  const ours = intents.filter(({ metadata }) => bookingOf.has(metadata.bookingId ?? ''))
  const givenBack = (intent: string) =>
    sum(given, (refund) =>
      refund.payment_intent === intent && refund.status === 'succeeded' ? refund.amount : 0,
    )

  for (const { id, amount_received: cents } of ours.filter(({ status }) => status === 'succeeded')) {
    const bought = bookings
      .filter((booking) => booking.transiction_id === id)
      .map((booking) => [booking.state, booking.price_cents])
    const attempt = attempts.find((attempt) => attempt.intent_id === id)
    if (attempt?.state === 'unapplied')
      expect({ intent: id, bought, givenBack: givenBack(id) }).toEqual({
        intent: id,
        bought: [],
        givenBack: cents,
      })
    else {
      const recorded = sum(refunds, (refund) =>
        refund.attempt_id === attempt?.id &&
        refund.state === 'succeeded' &&
        refund.source !== 'dispute' &&
        // Not what an admin has made another way.
        refund.provider_id !== null
          ? refund.amount_cents
          : 0,
      )
      expect(bought, `what ${id} has bought`).toEqual([['paid', cents]])
      expect([attempt?.state, recorded], `what was given back of ${id}`).toEqual(['paid', givenBack(id)])
    }
  }

  const paid = bookings.filter(({ state }) => state === 'paid')
  for (const { id, number, transiction_id, bank_reference } of paid)
    if (bank_reference) expect(transiction_id).toBe(`BANK-${number}`)
    else
      expect(
        ours.find((intent) => intent.id === transiction_id),
        `the payment of order ${id}`,
      ).toMatchObject({ status: 'succeeded', metadata: { bookingId: id } })

  for (const { id, status, metadata } of ours) {
    const state = bookingOf.get(metadata.bookingId ?? '')?.state ?? ''
    if (state === 'deleted' || state === 'lapsed')
      expect(status, `whether ${id} can still pay an order that is ${state}`).toMatch(
        /^(canceled|succeeded)$/,
      )
  }

  for (const booking of bookings) {
    const its = refunds.filter(
      ({ booking_id, source }) => booking_id === booking.id && source !== 'unapplied',
    )
    const made = its.filter(({ state }) => state === 'succeeded')
    const counted = its.filter(
      ({ id, state, due_at }) =>
        state !== 'failed' || due_at || documents.some(({ refund_id }) => refund_id === id),
    )
    const cents = (rows: RefundRow[]) => sum(rows, ({ amount_cents }) => amount_cents)
    expect(booking.refunded_cents).toBe(Math.min(booking.price_cents, cents(counted)))
    expect(cents(made)).toBeLessThanOrEqual(booking.price_cents)
    expect(booking.restocked).toBe(sum(its, ({ restock }) => restock))
  }
  assertDocumentsAgree(bookings, refunds, documents)

  for (const [id, units] of firstStock) {
    const held =
      sum(bookings, (booking) =>
        booking.product_id === id && booking.held ? booking.orders - booking.restocked : 0,
      ) + sum(quotes, (quote) => (quote.product_id === id ? quote.held : 0))
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
  const read = async <Row extends pg.QueryResultRow>(statement: string) =>
    (await client.query<Row>(statement)).rows
  try {
    return {
      bookings: await read<BookingRow>('select * from bookings'),
      attempts: await read<{ id: string; intent_id: string | null; state: string }>(
        'select * from payment_attempts',
      ),
      refunds: await read<RefundRow>('select * from refunds'),
      documents: await read<DocumentRow>('select * from documents order by issued_at'),
      products: await read<{ id: string; quantity: number }>('select id, quantity from products'),
      restocks: await read<{ product_id: string; units: number }>(
        "select product_id, after::int - before::int as units from product_changes where field = 'quantity'",
      ),
      quotes: await read<{ product_id: string; held: number }>('select product_id, held from quotes'),
    }
  } finally {
    await client.end()
  }
}
