import { expect, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { createKeyedMutex } from '#server/platform/concurrency/keyed-mutex.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { beginPayment } from './begin-payment.ts'

const ROUNDS = 30

// Patience for a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const people = await Promise.all(Array.from({ length: 20 }, () => shop.signUp()))
const buyer = people[0] as Person
const admin = await shop.signUpAdmin()

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** A head start without a clock: so many round trips to the shop. */
async function after(steps: number) {
  for (let step = 0; step < steps; step++) await shop.call('GET', '/healthz')
}

const ownOrders = async ({ email, token }: Person): Promise<Booking[]> =>
  (await shop.call('GET', `/api/myitem?email=${email}`, { token })).json

async function tryToBuy(product: string, person = buyer, orders = 100) {
  const body = checkout.orderBody(product, orders)
  const { status, json } = await shop.call('POST', '/api/bookings', { token: person.token, body })
  return { orders, status, json }
}

test('500 buyers of the last units: nobody gets what is not there, and every answer is true', async () => {
  const product = await checkout.addProduct(20_001)
  const asked = await times(500, (index) =>
    tryToBuy(product, people[index % people.length], 100 + (index % 7) * 10),
  )
  const sold = asked.filter(({ status }) => status === 200)
  const left = await checkout.quantity(product)
  expect(sold.reduce((units, { orders }) => units + orders, 0)).toBe(20_001 - left)
  for (const { orders, status, json } of asked.filter((answer) => !sold.includes(answer))) {
    // Stock only falls here, so a true refusal stays true.
    expect([status, left <= orders]).toEqual([409, true])
    expect(json.error).toMatch(
      /^(Only [\d,]+ units are available; order fewer|This product cannot be ordered)/,
    )
  }
  const stored = (await Promise.all(people.map(ownOrders))).flat().map(({ _id }) => _id)
  expect(stored.sort()).toEqual(sold.map(({ json }) => json._id).sort())
  await checkout.assertLedgerBalances()
})

test('eight who reach for the last two lots in the same instant: two get them', async () => {
  const product = await checkout.addProduct(250)
  const asked = await checkout.atOnce('products', product, 8, () =>
    times(8, (index) => tryToBuy(product, people[index])),
  )
  expect(asked.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(6).fill(409)])
  expect(await checkout.quantity(product)).toBe(50)
  await checkout.assertLedgerBalances()
})

test('50 identical submits of the last units are one order and 50 equal answers', async () => {
  const product = await checkout.addProduct(151)
  const headers = { 'idempotency-key': 'one submit' }
  const body = checkout.orderBody(product, 150)
  const submit = () => shop.call('POST', '/api/bookings', { token: buyer.token, body, headers })
  const answers = await checkout.atOnce('products', product, 1, () => times(50, submit))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  expect(await checkout.quantity(product)).toBe(1)
  await checkout.assertLedgerBalances()
})

test('50 deletes, by the owner and an admin, give the units back once', async () => {
  const product = await checkout.addProduct(1000)
  const [plain, begun] = [
    await checkout.order(buyer, product, 300),
    await checkout.order(buyer, product, 200),
  ]
  await checkout.begin(buyer, begun)
  for (const booking of [plain, begun]) {
    const answers = await checkout.atOnce('bookings', booking._id, 5, () =>
      times(50, (index) => checkout.remove(index % 2 ? admin : buyer, booking)),
    )
    const deleted = answers.filter(({ status }) => status === 200)
    expect(deleted.length).toBeGreaterThan(0)
    for (const { json } of deleted) expect(json.message).toBe('Order deleted')
    for (const { status } of answers) expect([200, 404]).toContain(status)
  }
  expect(await checkout.quantity(product)).toBe(1000)
  await checkout.assertLedgerBalances()
})

test('20 reports of the browser and 20 deliveries of the provider, in any order, are one payment', async () => {
  const product = await checkout.addProduct(10_000)
  for (const webhooks of ['normal', 'duplicate', 'reverse', 'drop']) {
    await checkout.provider.turn({ webhooks: 'hold' })
    const booking = await checkout.order(buyer, product)
    const secret = await checkout.begin(buyer, booking)
    await checkout.provider.confirm(secret)
    const events = await checkout.provider.events()
    const event = events.find(({ type }) => type === 'payment_intent.succeeded') as object
    const settleAll = () =>
      Promise.all([
        times(20, () => checkout.report(buyer, booking, secret)),
        times(20, () => checkout.provider.deliver(event)),
        checkout.provider.turn({ webhooks }),
      ])
    const [reports, deliveries] = await checkout.atOnce('bookings', booking._id, 5, settleAll)
    const { heldUntil: _, ...ordered } = booking
    const paid = { ...ordered, paid: true, paidAt: expect.any(String), invoice: expect.any(String) }
    for (const { status, json } of reports)
      expect([status, json]).toEqual([200, { ...paid, transictionId: intentOf(secret) }])
    expect(new Set(deliveries)).toEqual(new Set([200]))
    await checkout.provider.delivered()
    expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true, transictionId: intentOf(secret) })
  }
  await checkout.provider.turn({ reset: true })
  expect(await checkout.quantity(product)).toBe(9600)
  await checkout.assertLedgerBalances()
})

/** Runs something against paying; whoever loses gets a longer head start, so that both finish close together. */
async function race(against: (booking: Booking) => Promise<unknown>) {
  const product = await checkout.addProduct(100_000)
  const won = { payment: 0, other: 0 }
  let lead = 0 // of the payment, in round trips
  for (let round = 0; round < ROUNDS; round++) {
    const booking = await checkout.order(buyer, product)
    const secret = await checkout.begin(buyer, booking)
    const [payment] = await Promise.all([
      after(-lead).then(async () => {
        const { paid } = await checkout.provider.confirm(secret)
        const { status } = await checkout.report(buyer, booking, secret)
        return { paid, status }
      }),
      after(lead).then(() => against(booking)),
    ])
    const now = await checkout.see(buyer, booking)
    // Charged and paid, or neither: whoever was first.
    expect([payment.paid, now?.paid ?? false]).toEqual([payment.paid, payment.paid])
    expect(payment.status === 200).toBe(payment.paid)
    won[payment.paid ? 'payment' : 'other']++
    lead += payment.paid ? -1 : 1
  }
  expect(Math.min(won.payment, won.other)).toBeGreaterThanOrEqual(3)
  expect(await checkout.provider.refunds()).toEqual([])
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
}

test('deleting against paying: an order is deleted or paid, never both, and both are told the truth', async () => {
  await race(async (booking) => {
    const { status, json } = await checkout.remove(buyer, booking)
    const now = await checkout.see(buyer, booking)
    if (status === 200) expect([json.message, now]).toEqual(['Order deleted', null])
    else expect([status, now?.paid]).toEqual([409, true])
  })
})

test('lapsing against paying: an order lapses or is paid, never both', async () => {
  await race(async (booking) => {
    await checkout.outwait(booking)
    await runDueJobs(shop.shop)
    const now = await checkout.see(buyer, booking)
    expect(now?.held).toBe(now?.paid)
  })
})

test('two payments of one order at the same moment: one buys it, the other is given back', async () => {
  const product = await checkout.addProduct(10_000)
  for (let round = 0; round < 5; round++) {
    await checkout.provider.turn({ webhooks: 'hold' })
    const booking = await checkout.order(buyer, product)
    const secret = await checkout.begin(buyer, booking)
    const second = await checkout.provider.createIntent(
      booking.price * 100,
      await checkout.attemptOf(booking),
    )
    for (const each of [secret, second.client_secret as string]) await checkout.provider.confirm(each)
    const succeeded = (await checkout.provider.events())
      .filter(({ type }) => type === 'payment_intent.succeeded')
      .slice(0, 2)
    const answers = await checkout.atOnce('bookings', booking._id, 2, () =>
      Promise.all(succeeded.map((event) => checkout.provider.deliver(event))),
    )
    expect(answers).toEqual([200, 200])
    const paid = (await checkout.see(buyer, booking)) as Booking
    expect(paid.paid).toBe(true)
    const { json } = await shop.call('GET', '/api/refunds', { token: admin.token })
    expect(json[0]).toMatchObject({
      bookingId: booking._id,
      transictionId: [intentOf(secret), second.id].find((id) => id !== paid.transictionId),
      state: 'refunded',
      reason: 'The order was already paid',
    })
    await checkout.provider.turn({ reset: true })
    await checkout.provider.delivered()
  }
  expect(await checkout.provider.refunds()).toHaveLength(5)
  await checkout.assertLedgerBalances()
})

test('two instances begin and close the same orders at once: one intent each, and everything happens once', async () => {
  const other = { ...shop.shop, withMutex: createKeyedMutex() }
  const product = await checkout.addProduct(10_000)
  const caller = await checkout.asCaller(buyer)
  await checkout.provider.turn({ webhooks: 'drop' })
  const bookings: Booking[] = []
  for (let round = 0; round < 4; round++) {
    const booking = await checkout.order(buyer, product)
    const asked = { price: booking.price, bookingId: booking._id }
    const secrets = await times(6, (index) =>
      beginPayment(index % 2 ? shop.shop : other, caller, asked, clientNetworks('203.0.113.1')),
    )
    expect(new Set(secrets).size).toBe(1)
    if (round % 2) await checkout.provider.confirm(secrets[0] as string)
    else await checkout.outwait(booking)
    bookings.push(booking)
  }
  const inAnHour = new Date(Date.now() + 3_600_000)
  await times(6, (index) => runDueJobs(index % 2 ? shop.shop : other, inAnHour))
  const seen = await Promise.all(bookings.map((booking) => checkout.see(buyer, booking)))
  expect(seen.map((booking) => [booking?.paid, booking?.held])).toEqual([
    [false, false],
    [true, true],
    [false, false],
    [true, true],
  ])
  expect(await checkout.quantity(product)).toBe(9800)
  await checkout.provider.turn({ reset: true })
  await checkout.assertLedgerBalances()
})
