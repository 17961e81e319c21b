import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { confirmAddress } from '#test/confirm-address.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const PRODUCTS = 40
const STOCK = 500
const PRICE = 0.18
const DAY_MS = 86_400_000

const shop = await openShopForFile({ RATE_LIMIT: 'on', BANK_HOLD_DAYS: '14', OPEN_ORDER_LIMIT: '100' })
const checkout = openCheckoutClient(shop)
const { $client: pool } = shop.shop.db
await pool.query(`update products set deleted_at = now(), deleted_by = 'test'`)
const cheap = { priceCents: 18 }
const products = await Promise.all(Array.from({ length: PRODUCTS }, () => checkout.addProduct(STOCK, cheap)))
const plenty = await checkout.addProduct(1_000_000, cheap)

const fetchProForma = async ({ token }: Person, { _id }: Booking) =>
  expect((await shop.call('GET', `/api/booking/${_id}/proforma.pdf`, { token })).status).toBe(200)
const daysLeft = async (person: Person, booking: Booking) =>
  Math.round((Date.parse((await checkout.see(person, booking))?.heldUntil ?? '') - Date.now()) / DAY_MS)
async function countDays(person: Person, bookings: Booking[]) {
  const days = await Promise.all(bookings.map((booking) => daysLeft(person, booking)))
  return { long: days.filter((left) => left === 14).length, usual: days.filter((left) => left === 1).length }
}
async function signUpCustomer() {
  const person = await shop.signUp()
  await confirmAddress(shop, person)
  return person
}
async function orderAll(person: Person, from: string[], orders: number) {
  const placed: Booking[] = []
  for (const product of from) placed.push(await checkout.order(person, product, orders))
  return placed
}

test('a payment of $18 lets nobody hold the shop, and pro formas stretch no more than ten times as much', async () => {
  const customer = await signUpCustomer()
  const paid = await checkout.buy(customer, plenty, 100)
  expect(paid.price).toBe(18)
  const placed = await orderAll(customer, products, STOCK - 1)
  const covered = Math.floor((10 * paid.price) / (PRICE * (STOCK - 1)))
  const held = async () => {
    const seen = await Promise.all(placed.map((booking) => checkout.see(customer, booking)))
    return placed.filter((_booking, index) => seen[index]?.held)
  }
  expect(await held()).toEqual(placed.slice(-4 - covered))
  await Promise.all((await held()).map((booking) => fetchProForma(customer, booking)))
  expect(await countDays(customer, await held())).toEqual({ long: covered, usual: 4 })
  for (const booking of placed) await checkout.remove(customer, booking)
})

test('a regular customer’s orders are all held for the transfer, however many pro formas are fetched at once', async () => {
  const customer = await signUpCustomer()
  await checkout.buy(customer, plenty, 1_000)
  const placed = await orderAll(customer, Array<string>(15).fill(plenty), 1_000)
  await Promise.all(placed.map((booking) => fetchProForma(customer, booking)))
  expect(await countDays(customer, placed)).toEqual({ long: 10, usual: 5 })
  const [first] = placed as [Booking]
  await fetchProForma(customer, first)
  expect(await countDays(customer, placed)).toEqual({ long: 10, usual: 5 })
  for (const booking of placed) await checkout.remove(customer, booking)
})

test('ordering again after deleting does not start the days of a transfer again', async () => {
  const customer = await signUpCustomer()
  await checkout.buy(customer, plenty, 1_000)
  const product = await checkout.addProduct(10_000, cheap)
  let booking = await checkout.order(customer, product, 1_000)
  await fetchProForma(customer, booking)
  for (const left of [8, 2]) {
    await pool.query(
      `update bookings set hold_until = hold_until - interval '6 days', created_at = created_at - interval '6 days',
         held_since = held_since - interval '6 days' where product_id = $1`,
      [product],
    )
    await checkout.remove(customer, booking)
    booking = await checkout.order(customer, product, 1_000)
    await fetchProForma(customer, booking)
    expect(await daysLeft(customer, booking)).toBe(left)
  }
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
