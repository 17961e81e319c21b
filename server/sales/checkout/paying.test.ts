import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { booking as bookingShape } from '#contract/sales/bookings.ts'
import { refund as refundShape } from '#contract/sales/refunds.ts'
import { clientNetworks } from '#networks/client-network.ts'
import { createProvider } from '#server/sales/card-provider/provider.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { beginPayment } from './begin-payment.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const buyer = await shop.signUp()
const admin = await shop.signUpAdmin()
const product = await checkout.addProduct(100_000)

const begin = (body: unknown, { token }: Person = buyer) =>
  shop.call('POST', '/api/create-payment-intent', { token, body })

test('the amount comes from the stored order; another price is refused', async () => {
  const booking = await checkout.order(buyer, product, 101)
  for (const price of [booking.price + 0.01, booking.price - 0.01, 0.5, 0, -1, 1e12, 1e300])
    expect((await begin({ price, bookingId: booking._id })).status).toBe(409)
  for (const price of [undefined, null, 'much', true])
    expect((await begin({ price, bookingId: booking._id })).status).toBe(400)
  for (const bookingId of ['no-id', '0', product])
    expect((await begin({ price: booking.price, bookingId })).status).toBe(404)
  const { json } = await begin({ price: booking.price, bookingId: booking._id })
  expect(Object.keys(json)).toEqual(['clientSecret'])
  expect(await checkout.provider.intent(intentOf(json.clientSecret))).toMatchObject({
    amount: 201_899,
    currency: 'usd',
    metadata: { bookingId: booking._id },
  })
})

test('the price alone names the one unpaid order it fits, and no other', async () => {
  const person = await shop.signUp()
  const first = await checkout.order(person, product, 100)
  const other = await checkout.order(person, product, 110)
  const alone = await begin({ price: first.price }, person)
  expect(alone.json.clientSecret).toBe(await checkout.begin(person, first))
  for (const price of [first.price + 1, 0, -5, 1e12, 1e300])
    expect((await begin({ price }, person)).status).toBe(404)
  expect((await begin({ price: first.price }, buyer)).status).toBe(404)
  const twin = await checkout.order(person, product, 100)
  const ambiguous = await begin({ price: first.price }, person)
  expect([ambiguous.status, ambiguous.json.error]).toEqual([
    409,
    'Several unpaid orders have this price: name one by its bookingId',
  ])
  await checkout.remove(person, twin)
  expect((await begin({ price: first.price }, person)).status).toBe(200)
  expect((await begin({ price: other.price }, person)).status).toBe(200)
})

test('an order has one live intent, whether the page is reloaded or opened twenty times at once', async () => {
  const booking = await checkout.order(buyer, product)
  const secrets = await Promise.all(Array.from({ length: 20 }, () => checkout.begin(buyer, booking)))
  expect(new Set([...secrets, await checkout.begin(buyer, booking)]).size).toBe(1)
  const intents = await checkout.provider.intents()
  expect(intents.filter(({ metadata }) => metadata.bookingId === booking._id)).toHaveLength(1)
})

test('a payment marks its order as paid once the provider says so, and says the same again later', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  const early = await checkout.report(buyer, booking, secret)
  expect([early.status, early.json.error]).toEqual([409, 'The payment is not complete yet'])
  expect((await checkout.provider.confirm(secret, 'pm_card_visa_chargeDeclined')).paid).toBe(false)
  expect((await checkout.report(buyer, booking, secret)).status).toBe(409)
  expect((await checkout.provider.confirm(secret)).paid).toBe(true)
  const paid = await checkout.report(buyer, booking, secret)
  const { heldUntil: _, ...ordered } = booking
  expect(bookingShape.strict().parse(paid.json)).toEqual({
    ...ordered,
    paid: true,
    paidAt: expect.any(String),
    transictionId: intentOf(secret),
    invoice: expect.stringMatching(/^TEST-\d{4}-\d{6}$/),
  })
  expect((await checkout.report(buyer, booking, secret)).json).toEqual(paid.json)
  const again = await begin({ price: booking.price, bookingId: booking._id })
  expect([again.status, again.json.error]).toEqual([409, 'This order is already paid'])
})

test('only the own payment of this very order counts: no invented, foreign or borrowed one', async () => {
  const [cheap, dear] = [await checkout.order(buyer, product, 100), await checkout.order(buyer, product, 900)]
  const cheapSecret = await checkout.begin(buyer, cheap)
  const dearSecret = await checkout.begin(buyer, dear)
  await checkout.provider.confirm(cheapSecret)
  await checkout.report(buyer, cheap, cheapSecret)
  const foreign = await checkout.provider.createIntent(179_910)
  await checkout.provider.confirm(foreign.client_secret as string)
  for (const transictionId of [
    intentOf(cheapSecret),
    foreign.id,
    'pi_invented',
    '../refunds',
    '',
    `${intentOf(dearSecret)}'`,
  ]) {
    const body = { payment: dear._id, transictionId }
    const { status, json } = await shop.call('PATCH', `/api/booking/${dear._id}`, {
      token: buyer.token,
      body,
    })
    expect([transictionId, status, json.error]).toEqual([
      transictionId,
      409,
      'This payment does not belong to this order',
    ])
  }
  for (const transictionId of [undefined, 7, 'x'.repeat(256)]) {
    const body = { payment: dear._id, transictionId }
    expect((await shop.call('PATCH', `/api/booking/${dear._id}`, { token: buyer.token, body })).status).toBe(
      400,
    )
  }
  expect(await checkout.see(buyer, dear)).toMatchObject({ paid: false })
})

test('a payment of the wrong amount or currency buys nothing and is given back', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.begin(buyer, booking)
  for (const [cents, currency] of [
    [booking.price * 100 - 1, 'usd'],
    [booking.price * 100, 'eur'],
  ] as const) {
    const wrong = await checkout.provider.createIntent(cents, await checkout.attemptOf(booking), currency)
    await checkout.provider.confirm(wrong.client_secret as string)
    await checkout.provider.delivered()
    expect(await checkout.see(buyer, booking)).toMatchObject({ paid: false })
    const { json } = await shop.call('GET', '/api/refunds', { token: admin.token })
    expect(refundShape.strict().parse(json[0])).toMatchObject({
      bookingId: booking._id,
      product: booking.product,
      email: buyer.email,
      amount: cents / 100,
      transictionId: wrong.id,
      state: 'refunded',
      reason: 'The amount does not match the order',
    })
    const told = await checkout.report(buyer, booking, `${wrong.id}_secret_`)
    expect([told.status, told.json.error]).toEqual([
      409,
      'This payment could not be applied to the order and is being refunded',
    ])
  }
  await checkout.assertLedgerBalances()
})

test('a payment that slips through after the hold lapsed is honoured while the units are there, else given back', async () => {
  const scarce = await checkout.addProduct(500)
  const [lucky, late] = [await checkout.order(buyer, scarce, 150), await checkout.order(buyer, scarce, 300)]
  for (const booking of [lucky, late]) {
    await checkout.begin(buyer, booking)
    await checkout.outwait(booking)
  }
  await runDueJobs(shop.shop)
  expect(await checkout.quantity(scarce)).toBe(500)
  const payAnyway = async (booking: typeof late) => {
    const slipped = await checkout.provider.createIntent(
      booking.price * 100,
      await checkout.attemptOf(booking),
    )
    await checkout.provider.confirm(slipped.client_secret as string)
    await checkout.provider.delivered()
  }
  await payAnyway(lucky)
  await checkout.order(buyer, scarce, 100)
  await payAnyway(late)
  expect(await checkout.see(buyer, lucky)).toMatchObject({ paid: true, held: true })
  expect(await checkout.see(buyer, late)).toMatchObject({ paid: false, held: false })
  const { json } = await shop.call('GET', '/api/refunds', { token: admin.token })
  expect(json[0]).toMatchObject({ bookingId: late._id, reason: 'The units were no longer available' })
  await checkout.assertLedgerBalances()
})

test('the card may ask for authentication: failed it charges nothing, passed it pays', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  const answerChallenge = (outcome: string) =>
    shop.call('POST', `/sandbox/stripe/challenge/${intentOf(secret)}`, {
      body: new URLSearchParams({ client_secret: secret, outcome }).toString(),
      token: checkout.provider.publishableKey,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  for (const [outcome, status] of [
    ['fail', 409],
    ['authorize', 200],
  ] as const) {
    expect((await checkout.provider.confirm(secret, 'pm_card_authenticationRequired')).paid).toBe(false)
    expect((await checkout.report(buyer, booking, secret)).status).toBe(409)
    await answerChallenge(outcome)
    expect((await checkout.report(buyer, booking, secret)).status).toBe(status)
  }
})

test('a provider that answers with a fault is asked under another key next time, because it repeats its answers', async () => {
  const keys: unknown[] = []
  const faulty = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"error":{"type":"api_error"}}')
  }).listen(0, '127.0.0.1')
  await once(faulty, 'listening')
  const { port } = faulty.address() as AddressInfo
  const sandbox = { host: '127.0.0.1', port }
  const provider = createProvider({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    sandbox,
    log: shop.shop.log,
    metrics: shop.shop.metrics,
  })
  const booking = await checkout.order(buyer, product)
  const asked = { price: booking.price, bookingId: booking._id }
  const caller = await checkout.asCaller(buyer)
  for (let time = 1; time <= 2; time++)
    await expect(
      beginPayment({ ...shop.shop, provider }, caller, asked, clientNetworks('203.0.113.1')),
    ).rejects.toMatchObject({
      status: 503,
    })
  faulty.close()
  expect(new Set(keys)).toEqual(new Set([`booking-${booking._id}-1`, `booking-${booking._id}-2`]))
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, booking, secret)).status).toBe(200)
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})

// Last, because these intents live on at the provider, which was only made to look as if it had forgotten them.
test('an intent the provider no longer knows stops nobody from paying anew or deleting', async () => {
  const [paying, deleting] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  for (const booking of [paying, deleting]) {
    await checkout.begin(buyer, booking)
    await checkout.forgetIntent(booking)
  }
  const secret = await checkout.begin(buyer, paying)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, paying, secret)).status).toBe(200)
  expect((await checkout.remove(buyer, deleting)).json.message).toBe('Order deleted')
})
