import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true' })
const checkout = openCheckoutClient(shop)
const product = await checkout.addProduct(100_000)

const begin = ({ token }: Person, { _id: bookingId, price }: Booking, address: string) =>
  shop.call('POST', '/api/create-payment-intent', {
    token,
    body: { price, bookingId },
    headers: { 'x-forwarded-for': address },
  })

/** Tries refused cards on one order, one after the other, and answers how many the provider took. */
async function tryCards(person: Person, address: string, cards: number) {
  const booking = await checkout.order(person, product)
  let taken = 0
  for (let card = 0; card < cards; card++) {
    const { status, json } = await begin(person, booking, address)
    if (status !== 200) break
    const declined = await checkout.provider.confirm(json.clientSecret, 'pm_card_visa_chargeDeclined')
    if (declined.status === 402) taken++
    await checkout.provider.delivered()
  }
  return { booking, taken }
}

test('an intent on which five cards were refused is withdrawn, so that its secret pays nothing any more', async () => {
  const person = await shop.signUp()
  const booking = await checkout.order(person, product)
  const { json } = await begin(person, booking, '203.0.113.1')
  for (let card = 0; card < 5; card++)
    await checkout.provider.confirm(json.clientSecret, 'pm_card_visa_chargeDeclined')
  await checkout.provider.delivered()
  expect((await checkout.provider.intent(intentOf(json.clientSecret))).status).toBe('canceled')
  expect((await checkout.provider.confirm(json.clientSecret)).paid).toBe(false)
  // The customer may have mistyped: another intent for the same order still pays.
  const again = await begin(person, booking, '203.0.113.1')
  expect((await checkout.provider.confirm(again.json.clientSecret)).paid).toBe(true)
  expect((await checkout.report(person, booking, again.json.clientSecret)).json.paid).toBe(true)
})

test('old events and declines go after a while, old attempts stay without addresses unless they are open', async () => {
  const [payer, tester] = [await shop.signUp(), await shop.signUp()]
  const paid = await checkout.buy(payer, product)
  const { booking: open } = await tryCards(tester, '203.0.113.9', 1)
  const { $client } = shop.shop.db
  const age = async (days: number) => {
    for (const table of ['payment_events', 'payment_declines', 'payment_attempts'])
      await $client.query(`update ${table} set created_at = now() - make_interval(days => $1)`, [days])
    await $client.query(`update payment_attempts set receipt_email = 'payer@example.com'`)
    await runDueJobs(shop.shop)
  }
  const left = async () => {
    const { rows } = await $client.query(
      `select (select count(*)::int from payment_events) as events, (select count(*)::int from payment_declines) as declines`,
    )
    return rows[0]
  }
  const attempt = async ({ _id }: Booking) => {
    const { rows } = await $client.query(
      `select state, address, receipt_email as "receiptEmail" from payment_attempts where booking_id = $1`,
      [_id],
    )
    return rows[0]
  }
  const receiptEmail = 'payer@example.com'
  await age(29)
  expect((await left()).events).toBeGreaterThan(0)
  await age(89)
  expect(await left()).toEqual({ events: 0, declines: expect.any(Number) })
  expect((await left()).declines).toBeGreaterThan(0)
  expect(await attempt(paid)).toEqual({ state: 'paid', address: '127.0.0.1', receiptEmail })
  await age(91)
  expect(await left()).toEqual({ events: 0, declines: 0 })
  expect(await attempt(paid)).toEqual({ state: 'paid', address: '', receiptEmail: null })
  expect(await attempt(open)).toEqual({ state: 'open', address: '203.0.113.9', receiptEmail })
})

test('after ten refused cards a customer waits an hour, from any address; others go on', async () => {
  const [tester, neighbour] = [await shop.signUp(), await shop.signUp()]
  const spare = await checkout.order(tester, product)
  const spareSecret = (await begin(tester, spare, '203.0.113.2')).json.clientSecret
  const { booking, taken } = await tryCards(tester, '203.0.113.2', 20)
  expect(taken).toBe(10)
  for (const address of ['203.0.113.2', '203.0.113.3']) {
    const refused = await begin(tester, booking, address)
    expect([refused.status, refused.json.error]).toEqual([
      429,
      'Too many cards were declined. Try again in an hour.',
    ])
    expect(refused.headers.get('retry-after')).toBe('3600')
  }
  // A secret kept from before dies with the next refused card.
  await checkout.provider.confirm(spareSecret, 'pm_card_visa_chargeDeclined')
  await checkout.provider.delivered()
  expect((await checkout.provider.intent(intentOf(spareSecret))).status).toBe('canceled')
  expect((await begin(neighbour, await checkout.order(neighbour, product), '203.0.113.2')).status).toBe(200)
})

test('after thirty refused cards from one address nobody begins a payment there; elsewhere they do', async () => {
  const address = '203.0.113.4'
  for (let person = 0; person < 4; person++) await tryCards(await shop.signUp(), address, person < 3 ? 9 : 3)
  const newcomer = await shop.signUp()
  const booking = await checkout.order(newcomer, product)
  expect((await begin(newcomer, booking, address)).status).toBe(429)
  const elsewhere = await begin(newcomer, booking, '203.0.113.5')
  expect((await checkout.provider.confirm(elsewhere.json.clientSecret)).paid).toBe(true)
  await checkout.provider.delivered()
  expect(await checkout.see(newcomer, booking)).toMatchObject({ paid: true })
})

test('a refused card counts once, however often it is delivered', async () => {
  const person = await shop.signUp()
  await checkout.provider.turn({ webhooks: 'duplicate' })
  const { taken } = await tryCards(person, '203.0.113.6', 9)
  const failures = (await checkout.provider.events()).filter(
    ({ type }) => type === 'payment_intent.payment_failed',
  )
  for (const event of failures.slice(0, taken)) expect(await checkout.provider.deliver(event)).toBe(200)
  await checkout.provider.turn({ reset: true })
  expect(taken).toBe(9)
  expect((await begin(person, await checkout.order(person, product), '203.0.113.6')).status).toBe(200)
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
