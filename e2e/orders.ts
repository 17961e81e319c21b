import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page } from 'playwright/test'
import type { NewProduct, Product } from '../contract/catalogue/products.ts'
import type { Booking } from '../contract/sales/bookings.ts'
import { test as base, type Person, type Shop } from './fixtures.ts'

export const DELIVERY = { phone: '+1 555 010 9921', address: 'Dock 4, 18 Harbour Road' }

/** A product of this test's own, so that nobody else moves its stock. */
export async function addProduct(shop: Shop, given: Partial<NewProduct> = {}): Promise<Product> {
  const { token } = await shop.signInAdmin()
  const body = {
    name: `Try square ${randomUUID().slice(0, 8)}`,
    image: '/no-picture.svg',
    description: 'Steel blade, beech stock',
    price: 12.35,
    quantity: 1_000,
    minimum: 100,
    ...given,
  }
  await shop.call('POST', '/api/products', { token, body })
  const { json } = await shop.call('GET', '/api/products')
  return json.find(({ name }: Product) => name === body.name)
}

export async function placeOrder(
  shop: Shop,
  { token }: Person,
  product: Product,
  orders = 100,
): Promise<Booking> {
  const body = { orderId: product._id, orders, ...DELIVERY }
  return (await shop.call('POST', '/api/bookings', { token, body })).json
}

/** Pays by card as the form does, without opening it; tried again while the card provider is busy. */
export async function payOrder(
  shop: Shop,
  { token }: Pick<Person, 'token'>,
  { _id, price }: Booking,
): Promise<Booking> {
  const [key] = /pk_test_[\w-]+/.exec(await (await fetch(shop.origin)).text()) ?? []
  const see = async (): Promise<Booking> => (await shop.call('GET', `/api/booking/${_id}`, { token })).json
  const pay = async () => {
    const asked = { price, bookingId: _id }
    const { json } = await shop.call('POST', '/api/create-payment-intent', { token, body: asked })
    const { clientSecret } = json
    expect(clientSecret, json.error).toBeTruthy()
    const [transictionId] = clientSecret.split('_secret_')
    await fetch(`${shop.origin}/sandbox/stripe/v1/payment_intents/${transictionId}/confirm`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
    })
    await shop.call('PATCH', `/api/booking/${_id}`, { token, body: { payment: _id, transictionId } })
  }
  await expect(async () => {
    if (!(await see()).paid) await pay()
    expect((await see()).paid).toBe(true)
  }).toPass({ timeout: 60_000 })
  return see()
}

/** Records the shipment of a paid order. */
export async function shipOrder(shop: Shop, { _id, createdAt }: Booking) {
  const { token } = await shop.signInAdmin()
  const body = { carrier: 'Example Freight', number: 'EF 0042', sentOn: createdAt.slice(0, 10) }
  await shop.call('PUT', `/api/bookings/${_id}/shipment`, { token, body })
}

export async function ordersOf(shop: Shop, { email, token }: Person): Promise<Booking[]> {
  return (await shop.call('GET', `/api/myitem?email=${email}`, { token })).json
}

/** The row of one order in My Order or Manage Order, a card on a phone. */
export const rowOf = (page: Page, product: string): Locator =>
  page.getByRole('row').filter({ has: page.getByText(product, { exact: true }) })

export async function fillOrder(page: Page, quantity: number | string) {
  await page.getByLabel('Phone').fill(DELIVERY.phone)
  await page.getByLabel('Address').fill(DELIVERY.address)
  await page.getByLabel('Quantity').fill(String(quantity))
}

/** An order, not paid yet, of a product that nobody else orders. */
export const placeNewOrder = async (shop: Shop, buyer: Person) =>
  placeOrder(shop, buyer, await addProduct(shop), 101)

/** Journeys that begin with an order of the buyer's, not paid yet. */
export const test = base.extend<{ order: Booking }>({
  order: async ({ shop, buyer }, use) => use(await placeNewOrder(shop, buyer)),
})

/** Charged once, for the one order, and nothing given back. */
export async function expectPaidOnce(shop: Shop, buyer: Person): Promise<string> {
  const [order, ...others] = await ordersOf(shop, buyer)
  expect(order).toMatchObject({ paid: true, transictionId: expect.stringMatching(/^pi_/) })
  expect(others).toEqual([])
  expect(await shop.charges(order)).toEqual([order?.transictionId])
  const { token } = await shop.signInAdmin()
  const { json: refunds } = await shop.call('GET', '/api/refunds', { token })
  expect(refunds.filter(({ email }: { email: string }) => email === buyer.email)).toEqual([])
  return order?.transictionId ?? ''
}

/** The order is gone, and its card was never charged. */
export async function expectNothingCharged(shop: Shop, buyer: Person, order: Booking) {
  expect(await ordersOf(shop, buyer)).toEqual([])
  expect(await shop.charges(order)).toEqual([])
}

export const horizontalScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
