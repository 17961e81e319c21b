import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { newProduct } from '#contract/catalogue/products.ts'
import { toCents, toDollars } from '#contract/formats/money.ts'
import { offeredQuantities, unitPriceFor } from '#contract/sales/quote-steps.ts'
import { containedTax, containedTaxOfRefund } from '#contract/sales/tax.ts'
import { totalProblem } from '#contract/sales/total-limits.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { openShopForFile } from '#test/shop.ts'

// Thousands of amounts take their time where other work shares the processor.
vi.setConfig({ testTimeout: 120_000 })

const MAX_CENTS = 99_999_999

const TAX_PERCENT = 8.875
const shop = await openShopForFile({ TAX_PERCENT: String(TAX_PERCENT) })
const checkout = openCheckoutClient(shop)
const buyer = await shop.signUp()
const admin = await shop.signUpAdmin()

const { price } = newProduct.shape
const cents = fc.integer({ min: 1, max: MAX_CENTS })
/** A unit price and a quantity whose product a card can pay. */
const payable = fc.integer({ min: 1, max: 999_999 }).chain((unit) =>
  fc.record({
    unit: fc.constant(unit),
    orders: fc.integer({ min: 100, max: Math.floor(MAX_CENTS / unit) }),
  }),
)

test('every amount in whole cents survives the way to dollars, JSON and back', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const travelled = JSON.parse(JSON.stringify({ price: toDollars(amount) })).price
      expect(price.parse(travelled)).toBe(travelled)
      expect(toCents(travelled)).toBe(amount)
      expect(travelled).toBe(Number(`${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`))
    }),
    { numRuns: 20_000 },
  )
})

test('unit price × quantity is exact, and what a browser computes in dollars names the same cents', () => {
  fc.assert(
    fc.property(payable, ({ unit, orders }) => {
      const total = unit * orders
      expect(BigInt(total)).toBe(BigInt(unit) * BigInt(orders))
      expect(totalProblem(total)).toBeNull()
      expect(toCents(toDollars(total))).toBe(total)
      expect(toCents(toDollars(unit) * orders)).toBe(total)
    }),
    { numRuns: 20_000 },
  )
})

const percent = fc.integer({ min: 0, max: 99_999 }).map((thousandths) => thousandths / 1000)

test('any steps and quantity: the total is unit × quantity, within the card limits, and contains its tax exactly', () => {
  const steps = fc
    .uniqueArray(payable, { minLength: 1, maxLength: 4, selector: ({ orders }) => orders })
    .map((list) => list.toSorted((one, other) => one.orders - other.orders))
  fc.assert(
    fc.property(steps, fc.nat(), percent, (list, pick, rate) => {
      const offer = list.map(({ unit, orders }) => ({ orders, price: toDollars(unit) }))
      const { least, most } = offeredQuantities(offer)
      const orders = least + (pick % (most - least + 1))
      const unit = toCents(unitPriceFor(offer, orders) ?? Number.NaN)
      expect(unit).toBe(list.findLast((step) => step.orders <= orders)?.unit)
      const total = unit * orders
      fc.pre(totalProblem(total) === null)
      const [part, whole] = [BigInt(Math.round(rate * 1000)), BigInt(Math.round(rate * 1000)) + 100_000n]
      const halfUp = (2n * BigInt(total) * part + whole) / (2n * whole)
      expect(BigInt(containedTax(total, rate))).toBe(halfUp)
    }),
    { numRuns: 20_000 },
  )
})

test('the taxes of any refunds that add up to the total add up to the tax of the invoice, and none is negative', () => {
  fc.assert(
    fc.property(cents, fc.array(fc.nat(), { maxLength: 12 }), percent, (total, cuts, rate) => {
      const parts = [...new Set(cuts.map((cut) => cut % total)), total].sort((one, other) => one - other)
      let [before, taxes] = [0, 0]
      for (const upTo of parts.filter((cut) => cut > 0)) {
        const tax = containedTaxOfRefund(before, upTo - before, rate)
        expect(tax).toBeGreaterThanOrEqual(0)
        expect(tax).toBeLessThanOrEqual(upTo - before)
        taxes += tax
        before = upTo
      }
      expect(taxes).toBe(containedTax(total, rate))
    }),
    { numRuns: 20_000 },
  )
})

test('a price that is not in whole cents is never a price', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 99 }), (amount, hundredths) => {
      expect(price.safeParse((amount + hundredths / 100) / 100).success).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('through the whole shop: unit × quantity = price of the order = amount charged = total of the invoice, to the cent', async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(payable, async ({ unit, orders }) => {
      const name = `Priced product ${++number}`
      const body = {
        name,
        image: '/product.jpg',
        description: 'Sold by the hundred',
        price: toDollars(unit),
        quantity: orders + 1,
      }
      expect((await shop.call('POST', '/api/products', { token: admin.token, body })).status).toBe(200)
      const products = (await shop.call('GET', '/api/products')).json as { _id: string; name: string }[]
      const product = products.find((listed) => listed.name === name)?._id as string
      const booking = await checkout.order(buyer, product, orders)
      expect(booking.price).toBe((unit * orders) / 100)
      const secret = await checkout.begin(buyer, booking)
      await checkout.provider.confirm(secret)
      expect((await checkout.report(buyer, booking, secret)).json.price).toBe(booking.price)
      expect(await checkout.provider.intent(intentOf(secret))).toMatchObject({
        amount_received: unit * orders,
        currency: 'usd',
      })
      const { rows } = await shop.shop.db.$client.query(
        'select total_cents, tax_cents from documents where booking_id = $1',
        [booking._id],
      )
      expect(rows).toEqual([
        { total_cents: unit * orders, tax_cents: containedTax(unit * orders, TAX_PERCENT) },
      ])
    }),
    {
      numRuns: 30,
      examples: [
        [{ unit: 7, orders: 100 }],
        [{ unit: 999_999, orders: 100 }],
        [{ unit: 1, orders: MAX_CENTS }],
      ],
    },
  )
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
