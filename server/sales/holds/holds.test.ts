import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Shop } from '#server/shop-context.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { confirmAddress } from '#test/confirm-address.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { explain, type Statement, statementsOf } from '#test/sent-statements.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { placeBooking } from '../checkout/place-booking.ts'

const PRODUCTS = 40
const SHARE = PRODUCTS / 10
const STOCK = 500
const HERE = clientNetworks('203.0.113.1')

const shop = await openShopForFile({ RATE_LIMIT: 'on' })
const checkout = openCheckoutClient(shop)
await shop.shop.db.$client.query(`update products set deleted_at = now(), deleted_by = 'test'`)
const products = await Promise.all(Array.from({ length: PRODUCTS }, () => checkout.addProduct(STOCK)))

/** Somebody new who has confirmed their address. */
async function signUpConfirmed() {
  const person = await shop.signUp()
  await confirmAddress(shop, person)
  return person
}
const place = ({ token }: Person, orderId: string, orders: number) =>
  shop.call('POST', '/api/bookings', { token, body: checkout.orderBody(orderId, orders) })
const ownOrders = async ({ email, token }: Person): Promise<Booking[]> =>
  (await shop.call('GET', `/api/myitem?email=${email}`, { token })).json
const heldBy = async (person: Person) => (await ownOrders(person)).filter(({ held }) => held)
const countOffSale = async () =>
  (await Promise.all(products.map(checkout.quantity))).filter((quantity) => quantity <= 100).length
const deleteAll = async (person: Person) =>
  Promise.all((await ownOrders(person)).map((booking) => checkout.remove(person, booking)))
const beginPaying = ({ token }: Person, { _id: bookingId, price }: Booking) =>
  shop.call('POST', '/api/create-payment-intent', { token, body: { price, bookingId } })

test('whoever orders all there is of every product and pays nothing takes a tenth of them off sale, and no order is refused', async () => {
  const hostageTaker = await signUpConfirmed()
  for (const [index, product] of products.entries()) {
    const { status, text } = await place(hostageTaker, product, STOCK - 1)
    expect(status, text).toBe(200)
    expect(await checkout.quantity(product)).toBe(1)
    expect(await countOffSale()).toBe(Math.min(index + 1, SHARE))
  }
  expect((await ownOrders(hostageTaker)).length).toBe(PRODUCTS)
  expect((await heldBy(hostageTaker)).map(({ orderId }) => orderId)).toEqual(products.slice(-SHARE).reverse())
  const customer = await signUpConfirmed()
  expect((await place(customer, products[0] as string, STOCK - 1)).status).toBe(200)
  await Promise.all([hostageTaker, customer].map(deleteAll))
  expect(await countOffSale()).toBe(0)
})

test('the same at once, and when the payments of all of them are begun', async () => {
  const hostageTaker = await signUpConfirmed()
  const answers = await Promise.all(products.map((product) => place(hostageTaker, product, STOCK - 1)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await countOffSale()).toBe(SHARE)
  const [some, others] = [answers.slice(0, 10), answers.slice(10)]
  for (const { json } of some) {
    expect((await beginPaying(hostageTaker, json)).status).toBe(200)
    await runDueJobs(shop.shop)
    expect(await countOffSale()).toBe(SHARE)
  }
  // What one of them holds again may be released by the next before its payment has begun.
  const begun = await Promise.all(others.map(({ json }) => beginPaying(hostageTaker, json)))
  for (const { status } of begun) expect([200, 409]).toContain(status)
  await runDueJobs(shop.shop)
  expect(await countOffSale()).toBeLessThanOrEqual(SHARE)
  await deleteAll(hostageTaker)
  expect(await countOffSale()).toBe(0)
})

test('an order that releases what is being paid does not wait for the card provider, which may hang: a job asks it', async () => {
  const hostageTaker = await signUpConfirmed()
  const { json } = await place(hostageTaker, products[0] as string, STOCK - 1)
  expect((await beginPaying(hostageTaker, json)).status).toBe(200)
  for (const product of products.slice(1, SHARE + 1))
    expect((await place(hostageTaker, product, STOCK - 1)).status).toBe(200)
  expect(await checkout.see(hostageTaker, json)).toMatchObject({ held: true })
  await runDueJobs(shop.shop)
  expect(await checkout.see(hostageTaker, json)).toMatchObject({ held: false })
  expect(await countOffSale()).toBe(SHARE)
  await deleteAll(hostageTaker)
})

test('the same through two instances at once', async () => {
  const hostageTaker = await signUpConfirmed()
  const caller = await checkout.asCaller(hostageTaker)
  const instances = [shop.shop, { ...shop.shop, withMutex: createKeyedMutex() }]
  await Promise.all(
    products.map((product, index) =>
      placeBooking(instances[index % 2] as Shop, caller, checkout.orderBody(product, STOCK - 1), null, HERE),
    ),
  )
  expect(await countOffSale()).toBe(SHARE)
  await deleteAll(hostageTaker)
})

test('several orders of one product count as one large one', async () => {
  const customer = await signUpConfirmed()
  for (const product of products.slice(0, 6))
    for (let order = 0; order < 3; order++) await checkout.order(customer, product, 130)
  const held = await heldBy(customer)
  expect(held.length).toBe(Math.floor(SHARE / (130 / STOCK)))
  expect(held).toEqual((await ownOrders(customer)).slice(0, held.length))
  await deleteAll(customer)
})

test('ordinary orders stay held, however many', async () => {
  const customer = await signUpConfirmed()
  const plenty = await checkout.addProduct(1_000_000)
  for (const product of [...products.slice(0, 10), ...Array<string>(30).fill(plenty)])
    await checkout.order(customer, product, 100)
  expect(await heldBy(customer)).toHaveLength(40)
  await deleteAll(customer)
})

test('who has paid before holds ten times as much on top of the share', async () => {
  const customer = await signUpConfirmed()
  const paid = await checkout.buy(customer, await checkout.addProduct(10_000), 100)
  const covered = Math.floor((10 * paid.price) / (19.99 * (STOCK - 1)))
  for (const product of products.slice(0, SHARE + covered + 3)) {
    await checkout.order(customer, product, STOCK - 1)
    expect(await countOffSale()).toBeLessThanOrEqual(SHARE + covered)
  }
  expect([covered, await countOffSale()]).toEqual([2, SHARE + 2])
  await deleteAll(customer)
})

test('a payment that was given back in full buys no trust', async () => {
  const customer = await signUpConfirmed()
  const paid = await checkout.buy(customer, await checkout.addProduct(10_000), 100)
  const admin = await shop.signUpAdmin()
  const refund = { token: admin.token, body: { reason: 'Returned' } }
  expect((await shop.call('POST', `/api/booking/${paid._id}/refunds`, refund)).status).toBe(200)
  for (const product of products.slice(0, SHARE + 3)) await checkout.order(customer, product, STOCK - 1)
  expect(await countOffSale()).toBe(SHARE)
  await deleteAll(customer)
})

test('what was released can be paid while its units are there', async () => {
  const customer = await signUpConfirmed()
  const placed: Booking[] = []
  for (const product of products.slice(0, SHARE + 1))
    placed.push(await checkout.order(customer, product, STOCK - 1))
  const [released, next] = placed as [Booking, Booking]
  expect((await checkout.see(customer, released))?.held).toBe(false)
  const secret = await checkout.begin(customer, released)
  expect([
    (await checkout.see(customer, released))?.held,
    (await checkout.see(customer, next))?.held,
  ]).toEqual([true, false])
  await checkout.provider.confirm(secret)
  expect((await checkout.report(customer, released, secret)).json).toMatchObject({ paid: true })
  await checkout.begin(customer, next)
  expect(await heldBy(customer)).toHaveLength(SHARE + 1)
  await Promise.all(placed.slice(1).map((booking) => checkout.remove(customer, booking)))
})

test('RATE_LIMIT=off lifts the share', async () => {
  const lifted = { ...shop.shop, config: { ...shop.shop.config, rateLimit: false } }
  const customer = await signUpConfirmed()
  const caller = await checkout.asCaller(customer)
  const some = products.slice(1, SHARE + 4)
  for (const product of some)
    await placeBooking(lifted, caller, checkout.orderBody(product, STOCK - 1), null, HERE)
  expect(await heldBy(customer)).toHaveLength(some.length)
  await deleteAll(customer)
})

test('an order that lapsed holds its units again once; after that it has to be ordered again', async () => {
  const customer = await shop.signUp()
  const product = await checkout.addProduct(1_000)
  const booking = await checkout.order(customer, product, 600)
  const lapse = async () => {
    await checkout.outwait(booking)
    await runDueJobs(shop.shop)
    expect(await checkout.quantity(product)).toBe(1_000)
  }
  await lapse()
  await checkout.begin(customer, booking)
  await checkout.begin(customer, booking)
  expect(await checkout.quantity(product)).toBe(400)
  await lapse()
  const { status, json } = await beginPaying(customer, booking)
  expect([status, json.error]).toEqual([
    409,
    'The hold on this order has expired twice: delete this order and order again',
  ])
  expect(await checkout.quantity(product)).toBe(1_000)
  expect((await checkout.remove(customer, booking)).status).toBe(200)
})

test('an order is paid at the price it was placed at; once it lapsed, only while that is still the price', async () => {
  const [customer, admin] = [await shop.signUp(), await shop.signUpAdmin()]
  const product = await checkout.addProduct(1_000, { priceCents: 500 })
  const [held, lapsed] = [
    await checkout.order(customer, product),
    await checkout.order(customer, product, 200),
  ]
  await checkout.outwait(lapsed)
  await runDueJobs(shop.shop)
  const setPrice = async (version: number, price: number) =>
    expect(
      (await shop.call('PATCH', `/api/products/${product}`, { token: admin.token, body: { version, price } }))
        .status,
    ).toBe(200)
  await setPrice(1, 6)
  const intents = await checkout.provider.intents()
  const { status, json } = await beginPaying(customer, lapsed)
  expect([status, json.error]).toEqual([
    409,
    'The price of this product has changed since you ordered it: delete this order and order again',
  ])
  expect(await checkout.provider.intents()).toHaveLength(intents.length)
  expect(await checkout.quantity(product)).toBe(900)
  expect(await checkout.see(customer, lapsed)).toEqual({ ...lapsed, held: false, heldUntil: undefined })

  const secret = await checkout.begin(customer, held)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(customer, held, secret)).json).toMatchObject({ paid: true, price: 500 })
  await setPrice(2, 5)
  expect(await checkout.begin(customer, lapsed)).toContain('_secret_')
})

test('the unpaid orders of a customer are counted without a look at the paid ones', async () => {
  const customer = await shop.signUp()
  const product = await checkout.addProduct(10_000)
  const { _id } = await checkout.order(customer, product)
  const { $client } = shop.shop.db
  await $client.query(
    `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address,
       state, hold_until, transiction_id, paid_at, created_at)
     select gen_random_uuid(), product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address,
       'paid', hold_until, 'many-' || n, now(), '2026-01-01'
     from bookings, generate_series(1, 5000) as n where id = $1`,
    [_id],
  )
  await $client.query('analyze bookings')
  const sent = await statementsOf($client, () => checkout.order(customer, product))
  const [placing] = sent.filter(({ text }) => text.includes('insert into bookings')) as [Statement]
  expect(await explain($client, placing)).toMatch(
    /CTE unpaid\n +-> +Aggregate .*\n +-> +Index (Only )?Scan using bookings_unpaid/,
  )
  await $client.query(`delete from bookings where transiction_id like 'many-%'`)
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
