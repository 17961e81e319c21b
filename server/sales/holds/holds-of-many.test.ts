import { afterEach, expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import type { Shop } from '#server/shop-context.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { confirmAddress } from '#test/confirm-address.ts'
import { runDueJobs, thisMoment } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { placeBooking } from '../checkout/place-booking.ts'
import { closeDueBooking } from '../closing/close-due-booking.ts'
import { listDue } from './hold-store.ts'

const PRODUCTS = 40
const STOCK = 500
const ATTACKERS = 27
const A_DAY_MS = 86_400_000

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
const checkout = openCheckoutClient(shop)
const { $client: pool } = shop.shop.db
await pool.query(`update products set deleted_at = now(), deleted_by = 'test'`)
const products = await Promise.all(Array.from({ length: PRODUCTS }, () => checkout.addProduct(STOCK)))
const [firstProduct] = products as [string]
const attackers = await signUpMany(ATTACKERS)

async function signUpMany(number: number) {
  const people: Person[] = []
  for (let one = 0; one < number; one++) people.push(await shop.signUp())
  return people
}

async function place({ token }: Person, from: string, orderId: string, orders = STOCK - 1): Promise<Booking> {
  const sent = { token, body: checkout.orderBody(orderId, orders), headers: { 'x-forwarded-for': from } }
  const { status, json, text } = await shop.call('POST', '/api/bookings', sent)
  expect(status, text).toBe(200)
  return json
}
const isHeld = async (person: Person, booking: Booking) => (await checkout.see(person, booking))?.held
const heldUntil = async (person: Person, booking: Booking) => (await checkout.see(person, booking))?.heldUntil
/** As hours go by: what was placed by then lies that much further back. */
const letPass = (hours: number) =>
  pool.query(
    `update bookings set hold_until = hold_until - make_interval(hours => $1),
       created_at = created_at - make_interval(hours => $1), held_since = held_since - make_interval(hours => $1)
     where state <> 'paid'`,
    [hours],
  )

/** All but one unit of every product, each by another of these people. */
const orderEverything = (people: Person[], from: (index: number) => string) =>
  Promise.all(
    products.map((product, index) => place(people[index % people.length] as Person, from(index), product)),
  )
/** As the job does with what an order has released. */
async function closeReleased() {
  const now = thisMoment()
  for (const id of await listDue(shop.shop.db, now, 1_000)) await closeDueBooking(shop.shop, id, now)
}
async function countOffSale() {
  await closeReleased()
  const left = await Promise.all(products.map(checkout.quantity))
  return left.filter((quantity) => quantity <= 100).length
}
afterEach(async () => {
  await pool.query(
    `update bookings set state = 'closing', closing_to = 'deleted', deleted_by = 'test', due_at = created_at
     where state in ('open', 'lapsed')`,
  )
  await runDueJobs(shop.shop)
  await pool.query(`update bookings set hold_until = now() - interval '1 second' where state = 'deleted'`)
})

test.each([
  ['one address', () => '203.0.113.7', 0.075],
  ['one network', (index: number) => `203.0.113.${index}`, 0.1],
  ['the networks of one IPv6 connection', (index: number) => `2001:db8:1:${index.toString(16)}::1`, 0.1],
  ['as many networks as accounts', (index: number) => `198.18.${index}.1`, 0.2],
])(
  '27 accounts that have confirmed nothing take their share of the products off sale from %s, and no order is refused',
  async (_where, from, share) => {
    await orderEverything(attackers, from)
    expect(await countOffSale()).toBe(share * PRODUCTS)
    const customer = await shop.signUp()
    const free = await Promise.all(products.map(checkout.quantity))
    const booking = await place(customer, '192.0.2.99', products[free.lastIndexOf(STOCK)] as string)
    await closeReleased()
    expect(await isHeld(customer, booking)).toBe(true)
  },
)

test('with confirmed addresses and ever new networks, all who have never paid take two fifths at most', async () => {
  const people = [...attackers, ...(await signUpMany(PRODUCTS - ATTACKERS))]
  for (const person of people) await confirmAddress(shop, person)
  for (let round = 0; round < 3; round++) {
    await Promise.all(
      products.map((product, index) =>
        tryToPlace(people[index] as Person, `198.${18 + round}.${index}.1`, product),
      ),
    )
    expect(await countOffSale()).toBe(0.4 * PRODUCTS)
  }
})

/** Of what is taken already nothing can be ordered, as for anybody. */
const tryToPlace = ({ token }: Person, from: string, orderId: string) =>
  shop.call('POST', '/api/bookings', {
    token,
    body: checkout.orderBody(orderId, STOCK - 1),
    headers: { 'x-forwarded-for': from },
  })

test('an ordinary newcomer keeps the hold while others order more than their share', async () => {
  const newcomer = await shop.signUp()
  const booking = await place(newcomer, '192.0.2.1', firstProduct, 300)
  await Promise.all(
    products
      .slice(1)
      .map((product, index) => place(attackers[index % ATTACKERS] as Person, `198.18.${index}.1`, product)),
  )
  await closeReleased()
  expect(await isHeld(newcomer, booking)).toBe(true)
})

test('first orders of one customer through several instances at the same moment are within the limit, too', async () => {
  const customer = await shop.signUp()
  const caller = await checkout.asCaller(customer)
  const instances = products
    .slice(0, 6)
    .map((product): [Shop, string] => [{ ...shop.shop, withMutex: createKeyedMutex() }, product])
  const orders = () =>
    Promise.all(
      instances.map(([instance, product]) =>
        placeBooking(
          instance,
          caller,
          checkout.orderBody(product, STOCK - 1),
          null,
          clientNetworks('192.0.2.2'),
        ),
      ),
    )
  await checkout.atOnce('users', caller.id, instances.length, orders)
  expect(await countOffSale()).toBe(0.05 * PRODUCTS)
})

test('what small orders have added up to, or a crash has left, is released by a job', async () => {
  const unlimited = { ...shop.shop, config: { ...shop.shop.config, rateLimit: false } }
  const customer = await shop.signUp()
  const caller = await checkout.asCaller(customer)
  for (const product of products.slice(0, 6))
    await placeBooking(
      unlimited,
      caller,
      checkout.orderBody(product, STOCK - 1),
      null,
      clientNetworks('192.0.2.2'),
    )
  expect(await countOffSale()).toBe(6)
  await runDueJobs(shop.shop)
  expect(await countOffSale()).toBe(0.05 * PRODUCTS)
})

test('ordering again after deleting continues the hold, for the customer and for the network', async () => {
  const [first, second] = attackers as [Person, Person]
  const booking = await place(first, '203.0.113.7', firstProduct)
  await letPass(20)
  const end = await heldUntil(first, booking)
  const orderAgain = async (before: Person, old: Booking, person: Person, from: string) => {
    await checkout.remove(before, old)
    return place(person, from, firstProduct)
  }
  const elsewhere = await orderAgain(first, booking, first, '198.18.0.1')
  expect(await heldUntil(first, elsewhere)).toBe(end)
  const colleague = await orderAgain(first, elsewhere, second, '198.18.0.1')
  expect(await heldUntil(second, colleague)).toBe(end)

  await checkout.remove(second, colleague)
  const dayFromNow = Date.now() + A_DAY_MS - 60_000
  const stranger = await shop.signUp()
  const unrelated = await place(stranger, '192.0.2.1', firstProduct)
  expect(Date.parse(unrelated.heldUntil as string)).toBeGreaterThan(dayFromNow)
  await checkout.remove(stranger, unrelated)
  const another = await place(first, '203.0.113.7', products[1] as string)
  expect(Date.parse(another.heldUntil as string)).toBeGreaterThan(dayFromNow)

  await letPass(5)
  await runDueJobs(shop.shop)
  const fresh = await place(first, '203.0.113.7', firstProduct)
  expect(Date.parse(fresh.heldUntil as string)).toBeGreaterThan(dayFromNow)
})

test('what was released to make room continues its hold as well when it is ordered again', async () => {
  const person = await shop.signUp()
  const released = await place(person, '203.0.113.7', firstProduct)
  await letPass(20)
  for (const product of products.slice(1, 4)) await place(person, '203.0.113.7', product)
  expect(await isHeld(person, released)).toBe(false)
  const again = await place(person, '203.0.113.7', firstProduct)
  expect(Date.parse(again.heldUntil as string)).toBeLessThan(Date.now() + A_DAY_MS / 5)
})

test('where an order came from is shown to its customer, and forgotten when the order is paid or its time is over', async () => {
  const customer = await shop.signUp()
  const networks = async () =>
    (await shop.call('GET', '/api/my-data', { token: customer.token })).json.networks
  const plenty = await checkout.addProduct(10_000)
  const [paid, deleted] = [
    await place(customer, '2001:db8:1:2::3', plenty, 100),
    await place(customer, '203.0.113.7', plenty, 100),
  ]
  const from = { bookingId: deleted._id, narrow: '203.0.113.7', wide: '203.0.113.0/24' }
  expect(await networks()).toEqual([
    from,
    { bookingId: paid._id, narrow: '2001:db8:1:2::/64', wide: '2001:db8:1::/48' },
  ])
  const secret = await checkout.begin(customer, paid)
  await checkout.provider.confirm(secret)
  await checkout.report(customer, paid, secret)
  await checkout.remove(customer, deleted)
  await runDueJobs(shop.shop)
  expect(await networks()).toEqual([from])
  await runDueJobs(shop.shop, new Date(Date.now() + A_DAY_MS))
  expect(await networks()).toEqual([])
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
