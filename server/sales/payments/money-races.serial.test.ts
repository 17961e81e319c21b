import { expect, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile } from '#test/shop.ts'

const ROUNDS = 20

// Patience for a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [buyer, admin] = await Promise.all([shop.signUp(), shop.signUpAdmin()])

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
const today = () => new Date().toISOString().slice(0, 10)
const asAdmin = (method: string, target: string, body: object) =>
  shop.call(method, target, { token: admin.token, body })
const payByBank = ({ _id }: Booking) =>
  asAdmin('POST', `/api/booking/${_id}/bank-payment`, { reference: 'Transfer', receivedOn: today() })
const refund = ({ _id }: Booking, body: object = {}) =>
  asAdmin('POST', `/api/booking/${_id}/refunds`, { reason: 'Damaged', ...body })
const ship = ({ _id }: Booking) =>
  asAdmin('PUT', `/api/bookings/${_id}/shipment`, { carrier: 'Van', number: '7', sentOn: today() })

/** A head start without a clock: so many round trips to the shop. */
async function after(steps: number) {
  for (let step = 0; step < steps; step++) await shop.call('GET', '/healthz')
}

test('a bank payment against a card payment: one of them pays, and the other is told so or given back', async () => {
  const product = await checkout.addProduct(100_000)
  const won = { card: 0, bank: 0 }
  let lead = 0 // of the card, in round trips
  for (let round = 0; round < ROUNDS; round++) {
    const booking = await checkout.order(buyer, product)
    const secret = await checkout.begin(buyer, booking)
    const [, bank] = await Promise.all([
      after(-lead).then(async () => {
        await checkout.provider.confirm(secret)
        await checkout.report(buyer, booking, secret)
      }),
      after(lead).then(() => payByBank(booking)),
    ])
    const now = (await checkout.see(buyer, booking)) as Booking
    expect([now.paid, Boolean(now.bankPayment)]).toEqual([true, bank.status === 200])
    won[now.bankPayment ? 'bank' : 'card']++
    lead += now.bankPayment ? 1 : -1
  }
  expect(Math.min(won.card, won.bank)).toBeGreaterThanOrEqual(3)
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

test('ten refunds of one order at once: never more than its price, and units go back with each that is made', async () => {
  const product = await checkout.addProduct(10_000)
  for (let round = 0; round < 5; round++) {
    const paid = await checkout.buy(buyer, product)
    const before = await checkout.quantity(product)
    const answers = await checkout.atOnce('bookings', paid._id, 5, () =>
      times(10, () => refund(paid, { amount: 300, restock: 10 })),
    )
    const made = answers.filter(({ status }) => status === 200).length
    expect(made).toBe(6)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4)
    expect(await checkout.quantity(product)).toBe(before + 60)
  }
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

test('ten identical refunds under one key are one', async () => {
  const product = await checkout.addProduct(10_000)
  const paid = await checkout.buy(buyer, product)
  const answers = await checkout.atOnce('bookings', paid._id, 5, () =>
    times(10, () =>
      shop.call('POST', `/api/booking/${paid._id}/refunds`, {
        token: admin.token,
        body: { reason: 'Damaged', amount: 300 },
        headers: { 'idempotency-key': 'one' },
      }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect((await checkout.see(buyer, paid))?.refunds).toHaveLength(1)
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

test('a refund of the whole against a shipment: what was refunded first is not sent', async () => {
  const product = await checkout.addProduct(100_000)
  const shipped = { first: 0, never: 0 }
  let lead = 0 // of the shipment, in round trips
  for (let round = 0; round < ROUNDS; round++) {
    const paid = await checkout.buy(buyer, product)
    const [sent, refunded] = await Promise.all([
      after(-lead).then(() => ship(paid)),
      after(lead).then(() => refund(paid)),
    ])
    expect(refunded.status).toBe(200)
    expect([200, 409]).toContain(sent.status)
    const now = (await checkout.see(buyer, paid)) as Booking
    expect(Boolean(now.shipment)).toBe(sent.status === 200)
    expect((await ship(paid)).status).toBe(sent.status)
    shipped[sent.status === 200 ? 'first' : 'never']++
    lead += sent.status === 200 ? -1 : 1
  }
  expect(Math.min(shipped.first, shipped.never)).toBeGreaterThanOrEqual(3)
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

test('payments and refunds of many orders at once: numbers without a gap, in the order of their times', async () => {
  const product = await checkout.addProduct(100_000)
  const paid = await times(30, (index) =>
    index % 3 ? checkout.buy(buyer, product) : checkout.order(buyer, product).then(payThenSee),
  )
  expect(new Set(paid.map(({ invoice }) => invoice)).size).toBe(30)
  await Promise.all([times(10, (index) => refund(paid[index] as Booking)), checkout.buy(buyer, product)])
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

const payThenSee = async (booking: Booking): Promise<Booking> => (await payByBank(booking)).json
