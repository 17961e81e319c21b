import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCents, toDollars } from '#contract/money.ts'
import { newProduct } from '#contract/products.ts'
import { totalProblem } from '#contract/total-limits.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { openShopForFile } from '#test/shop.ts'

const MAX_CENTS = 99_999_999

const shop = await openShopForFile()
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

test('a price that is not in whole cents is never a price', () => {
  fc.assert(
    fc.property(cents, fc.integer({ min: 1, max: 99 }), (amount, hundredths) => {
      expect(price.safeParse((amount + hundredths / 100) / 100).success).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('through the whole shop: unit × quantity = price of the order = amount charged, to the cent', async () => {
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
