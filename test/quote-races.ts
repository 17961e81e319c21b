import { expect } from 'vitest'
import { Refusal } from '#contract/calls/refusal.ts'
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { acceptQuote } from '#server/sales/quotes/accept-quote.ts'
import { lapseQuote } from '#server/sales/quotes/lapse-quote.ts'
import type { CheckoutClient } from './checkout-client.ts'
import { openQuoteClient } from './quote-client.ts'
import type { Person, TestShop } from './shop.ts'

const STOCK = 1_000
const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000)
const STEPS = [
  { orders: 100, price: 10 },
  { orders: 300, price: 9 },
]
const ACCEPTED = 200
const acceptance = { orders: ACCEPTED, price: 10, phone: '555 0100', address: '1 Example Street' }

/** How long a head start the first of the two has, in round trips, and in which round. */
type Start = { lead: number; round: number }
/** Plays one round with an offer of its own, in which two things happen at once; answers whether the first of them won. */
type Race = (start: Start) => Promise<boolean>

export const QUOTE_RACES = [
  'accepting against lapsing',
  'accepting against withdrawing',
  'accepting at two instances',
  'accepting against a new offer',
  'an offer against deleting the product',
] as const

/** Plays so many rounds; whoever loses gets a longer head start, so that both arrive close together. */
export async function playRounds(rounds: number, race: Race) {
  const won = { first: 0, second: 0 }
  let lead = 0
  for (let round = 0; round < rounds; round++) {
    const first = await race({ lead, round })
    won[first ? 'first' : 'second']++
    lead += first ? -1 : 1
  }
  return won
}

export function quoteRaces(
  shop: TestShop,
  checkout: CheckoutClient,
  { buyer, admin }: { buyer: Person; admin: Person },
): Record<(typeof QUOTE_RACES)[number], Race> {
  const quotes = openQuoteClient(shop, admin)
  const otherInstance = { ...shop.shop, withMutex: createKeyedMutex() }

  async function begin() {
    const product = await checkout.addProduct(STOCK)
    const quote = await quotes.offered(buyer, product, { steps: STEPS })
    expect(await checkout.quantity(product)).toBe(STOCK - 300)
    return { product, quote }
  }

  /** A head start without a clock: so many round trips to the shop. */
  async function after(steps: number) {
    for (let step = 0; step < steps; step++) await shop.call('GET', '/healthz')
  }

  /** In every second round both wait for the quote's row, and go on at the same moment. */
  function collide<A, B>(
    { _id }: { _id: string },
    { lead, round }: Start,
    one: () => Promise<A>,
    two: () => Promise<B>,
  ): Promise<[A, B]> {
    const both = () => Promise.all([after(-lead).then(one), after(lead).then(two)])
    return round % 2 ? checkout.atOnce('quotes', _id, 2, both) : both()
  }

  /** The quote, its order and the stock say the same. */
  async function assertAccepted(product: string, { _id }: { _id: string }, accepted: boolean) {
    const { rows } = await shop.shop.db.$client.query(
      `select quotes.state = 'accepted' as accepted, quotes.held, products.quantity,
         (select coalesce(sum(orders), 0)::int from bookings where product_id = products.id) as ordered,
         (select count(*)::int from bookings where id = booking_id and held) as bookings
       from quotes join products on products.id = product_id where quotes.id = $1 and products.id = $2`,
      [_id, product],
    )
    const ordered = accepted ? ACCEPTED : 0
    const expected = { accepted, held: 0, quantity: STOCK - ordered, ordered, bookings: Number(accepted) }
    expect(rows).toEqual([expected])
  }

  const statusOf = (working: Promise<unknown>) =>
    working.then(
      () => 200,
      (error: unknown) => {
        if (error instanceof Refusal) return error.status
        throw error
      },
    )

  return {
    async 'accepting against lapsing'(start) {
      const { product, quote } = await begin()
      const [{ status }] = await collide(
        quote,
        start,
        () => quotes.accept(buyer, quote, acceptance),
        // As an instance whose clock is ahead would.
        () => lapseQuote(shop.shop, quote._id, IN_A_YEAR),
      )
      expect([200, 409]).toContain(status)
      await assertAccepted(product, quote, status === 200)
      return status === 200
    },

    async 'accepting against withdrawing'(start) {
      const { product, quote } = await begin()
      const [accepted, withdrawn] = await collide(
        quote,
        start,
        () => quotes.accept(buyer, quote, acceptance),
        () => quotes.withdraw(admin, quote),
      )
      expect([accepted.status, withdrawn.status].sort()).toEqual([200, 409])
      await assertAccepted(product, quote, accepted.status === 200)
      return accepted.status === 200
    },

    async 'accepting at two instances'(start) {
      const { product, quote } = await begin()
      const caller = await checkout.asCaller(buyer)
      const same = start.round % 4 < 2
      const other = same ? acceptance : { ...acceptance, address: '2 Example Street' }
      const [one, two] = await collide(
        quote,
        start,
        () => quotes.accept(buyer, quote, acceptance),
        () => statusOf(acceptQuote(otherInstance, caller, quote._id, other)),
      )
      expect([one.status, two].sort()).toEqual(same ? [200, 200] : [200, 409])
      await assertAccepted(product, quote, true)
      return same ? start.lead > 0 : one.status === 200
    },

    async 'accepting against a new offer'(start) {
      const { product, quote } = await begin()
      const [accepted, offered] = await collide(
        quote,
        start,
        () => quotes.accept(buyer, quote, acceptance),
        () => quotes.offer(quote, { steps: [{ orders: ACCEPTED, price: 11 }] }),
      )
      // Never at a price that the customer has not seen.
      expect([accepted.status, offered.status].sort()).toEqual([200, 409])
      if (offered.status === 200) {
        expect(await checkout.quantity(product)).toBe(STOCK - ACCEPTED)
        expect((await quotes.decline(buyer, quote)).status).toBe(200)
      }
      await assertAccepted(product, quote, accepted.status === 200)
      return accepted.status === 200
    },

    async 'an offer against deleting the product'(start) {
      const product = await checkout.addProduct(STOCK)
      const { json: asked } = await quotes.ask(buyer, product)
      const [offered, deleted] = await collide(
        asked,
        start,
        () => quotes.offer(asked, { steps: STEPS }),
        () => shop.call('DELETE', `/api/products/${product}`, { token: admin.token }),
      )
      expect(deleted.status).toBe(200)
      expect([200, 409]).toContain(offered.status)
      expect((await quotes.see(asked)).state).toBe('withdrawn')
      await assertAccepted(product, asked, false)
      return offered.status === 200
    },
  }
}
