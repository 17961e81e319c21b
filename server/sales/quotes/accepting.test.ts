import fc from 'fast-check'
import { expect, inject, onTestFinished, test } from 'vitest'
import { toCents } from '#contract/formats/money.ts'
import { offeredQuantities, stepsProblem, unitPriceFor } from '#contract/sales/quote-steps.ts'
import { MAX_TOTAL_CENTS } from '#contract/sales/total-limits.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, openTestShop } from '#test/shop.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [customer, admin] = await Promise.all([shop.signUp(), shop.signUpAdmin()])
const quotes = openQuoteClient(shop, admin)
const refused = (status: number, error: string) => ({ status, json: { success: false, error } })
const STEPS = [
  { orders: 100, price: 10 },
  { orders: 300, price: 9.5 },
  { orders: 500, price: 8.99 },
]

test('an offer becomes one ordinary order at its price, and the rest of its hold returns', async () => {
  // What the product itself asks for does not count.
  const product = await checkout.addProduct(1_000, { priceCents: 2_000, minimum: 400 })
  const quote = await quotes.offered(customer, product, { steps: STEPS })
  const details = { orders: 301, price: 9.5, purchaseOrder: 'PO 7', billTo: 'Example Ltd.\nTax id 1' }
  const { status, json: booking } = await quotes.accept(customer, quote, details)
  expect(status).toBe(200)
  expect(booking).toMatchObject({
    orderId: product,
    product: quote.product,
    orders: 301,
    price: 2_859.5,
    email: customer.email,
    name: customer.name,
    phone: '555 0100',
    address: '1 Example Street',
    paid: false,
    held: true,
  })
  expect(await checkout.quantity(product)).toBe(699)
  expect(await quotes.see(quote)).toMatchObject({ state: 'accepted', held: 0, bookingId: booking._id })
  const { rows } = await shop.shop.db.$client.query(
    `select unit_cents, purchase_order, bill_to, kind from bookings join mails on data->>'bookingId' = bookings.id::text
     where bookings.id = $1`,
    [booking._id],
  )
  expect(rows).toEqual([
    { unit_cents: 950, purchase_order: 'PO 7', bill_to: 'Example Ltd.\nTax id 1', kind: 'order-received' },
  ])
  await checkout.assertLedgerBalances()
})

test('accepted once more with the same content it is the same order, with another it is refused', async () => {
  const product = await checkout.addProduct(1_000)
  const quote = await quotes.offered(customer, product)
  const first = await quotes.accept(customer, quote)
  expect((await quotes.accept(customer, quote)).json).toEqual(first.json)
  for (const other of [{ orders: 200 }, { price: 9 }, { address: 'Elsewhere' }, { purchaseOrder: 'PO 8' }])
    expect(await quotes.accept(customer, quote, other)).toMatchObject(
      refused(409, 'This offer has already been accepted'),
    )
  expect(await checkout.quantity(product)).toBe(700)
  await checkout.remove(customer, first.json)
  expect(await quotes.accept(customer, quote)).toMatchObject(
    refused(409, 'This offer was accepted, and its order has since been deleted'),
  )
  expect((await quotes.see(quote)).state).toBe('accepted')
  await checkout.assertLedgerBalances()
})

test('the purchase order number of the request is kept unless it is replaced', async () => {
  const product = await checkout.addProduct(1_000)
  for (const [sent, kept] of [
    [{}, 'PO 7'],
    [{ purchaseOrder: 'PO 8' }, 'PO 8'],
    [{ purchaseOrder: '' }, null],
  ] as const) {
    const { json: asked } = await quotes.ask(customer, product, { purchaseOrder: 'PO 7' })
    await quotes.offer(asked, { hold: false })
    const { json } = await quotes.accept(customer, asked, sent)
    const { rows } = await shop.shop.db.$client.query('select purchase_order from bookings where id = $1', [
      json._id,
    ])
    expect(rows[0].purchase_order).toBe(kept)
  }
})

test('a quantity that is not offered, another price and an offer that has ended are refused', async () => {
  const product = await checkout.addProduct(1_000)
  const quote = await quotes.offered(customer, product, { steps: STEPS })
  for (const orders of [100.5, 501, 1_000])
    expect((await quotes.accept(customer, quote, { orders })).status).toBe(400)
  expect((await quotes.accept(customer, quote, { orders: 501 })).json.error).toBe(
    'The offer covers 100 to 500 units',
  )
  expect(await quotes.accept(customer, quote, { price: 10 })).toMatchObject(
    refused(409, 'The offer has changed. See its new price, then accept it again.'),
  )
  await quotes.offer(quote)
  expect((await quotes.accept(customer, quote, { orders: 299 })).json.error).toBe(
    'The offer covers exactly 300 units',
  )
  await quotes.outwait(quote)
  const ended = refused(409, 'This offer has expired. Request a new quote.')
  expect(await quotes.accept(customer, quote), 'before the job').toMatchObject(ended)
  await runDueJobs(shop.shop)
  expect(await quotes.accept(customer, quote), 'after the job').toMatchObject(ended)
  expect(await checkout.quantity(product)).toBe(1_000)
})

test('without a hold the units must be there, and one more', async () => {
  const product = await checkout.addProduct(300)
  const quote = await quotes.offered(customer, product, { hold: false })
  expect(await quotes.accept(customer, quote)).toMatchObject(
    refused(409, 'Only 300 units are available; order fewer'),
  )
  expect((await quotes.see(quote)).state).toBe('offered')
  const one = { add: 1, reason: 'Delivery' }
  await shop.call('POST', `/api/products/${product}/stock`, { token: admin.token, body: one })
  expect((await quotes.accept(customer, quote)).status).toBe(200)
  expect(await checkout.quantity(product)).toBe(1)
  await checkout.assertLedgerBalances()
})

test('an accepted offer counts among the unpaid orders, and is not released for what its customer orders besides', async () => {
  const limited = await openTestShop(inject('databaseServer'), { RATE_LIMIT: 'on', OPEN_ORDER_LIMIT: '2' })
  onTestFinished(() => limited.close())
  const till = openCheckoutClient(limited)
  const [buyer, seller] = [await limited.signUp(), await limited.signUpAdmin()]
  await limited.shop.db.$client.query(`update products set deleted_at = now(), deleted_by = 'test'`)
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => till.addProduct(1_000)))
  const there = openQuoteClient(limited, seller)
  const last = await there.offered(buyer, three as string)
  const { json: agreed } = await there.accept(
    buyer,
    await there.offered(buyer, one as string, { steps: [{ orders: 900, price: 1 }] }),
    { orders: 900 },
  )
  await till.order(buyer, two as string, 999)
  expect((await till.see(buyer, agreed))?.held).toBe(true)
  expect(await there.accept(buyer, last)).toMatchObject(
    refused(409, 'You have 2 unpaid orders: pay or delete one before you place another'),
  )
  await till.assertLedgerBalances()
})

/** Offers of up to four quantities, most of them within the limits. */
const offers = fc
  .uniqueArray(fc.integer({ min: 100, max: 50_000 }), { minLength: 1, maxLength: 4 })
  .chain((quantities) =>
    fc.tuple(
      ...quantities
        .sort((a, b) => a - b)
        .map((orders) =>
          fc
            .oneof(
              { weight: 5, arbitrary: fc.integer({ min: 1, max: 1_999 }) },
              { weight: 1, arbitrary: fc.integer({ min: 1, max: 99_999_999 }) },
            )
            .map((cents) => ({ orders, price: cents / 100 })),
        ),
    ),
  )
const quantityOf = (steps: { orders: number }[]) =>
  fc.oneof(fc.constantFrom(...steps.map(({ orders }) => orders)), fc.integer({ min: 1, max: 60_000 }))
const pairs = offers.chain((steps) => fc.tuple(fc.constant(steps), quantityOf(steps)))

test('any steps and quantity: the price is that of the largest step not above it, and no total is beyond the limits', () => {
  fc.assert(
    fc.property(pairs, ([steps, orders]) => {
      const { least, most } = offeredQuantities(steps)
      const price = unitPriceFor(steps, orders)
      const covered = orders >= least && orders <= most
      const reached = steps.filter((step) => step.orders <= orders)
      expect(price).toBe(covered ? reached.at(-1)?.price : null)
      if (price !== null && stepsProblem(steps) === null)
        expect(toCents(price) * orders).toBeLessThanOrEqual(MAX_TOTAL_CENTS)
    }),
    { numRuns: 2_000 },
  )
})

test('any offer and quantity: unit price times quantity is the price of the order, to the cent', async () => {
  const product = await checkout.addProduct(2_000_000)
  await fc.assert(
    fc.asyncProperty(pairs, async ([steps, orders]) => {
      const { json: asked } = await quotes.ask(customer, product)
      const offered = await quotes.offer(asked, { steps, hold: orders % 2 === 0 })
      expect(offered.status).toBe(stepsProblem(steps) === null ? 200 : 400)
      const price = unitPriceFor(steps, orders)
      const { status, json } = await quotes.accept(customer, asked, { orders })
      if (offered.status === 400 || price === null) expect([400, 409]).toContain(status)
      else {
        expect(toCents(json.price)).toBe(toCents(price) * orders)
        await checkout.remove(customer, json)
      }
      await quotes.withdraw(admin, asked)
    }),
    { numRuns: 60 },
  )
  expect(await checkout.quantity(product)).toBe(2_000_000)
  await checkout.assertLedgerBalances()
})
