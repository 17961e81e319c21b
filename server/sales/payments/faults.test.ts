import { expect, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

// Patience for a machine that has other things to do.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const { shop, checkout, runJobsLater, buyer, product } = await openTroubledCheckout()

const begin = ({ _id: bookingId, price }: Booking) =>
  shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body: { price, bookingId } })

const intentsOf = async ({ _id }: Booking) =>
  (await checkout.provider.intents()).filter(({ metadata }) => metadata.bookingId === _id)

test('while the provider is down, ordering and looking go on, and what needs it says so', async () => {
  const [paid, open] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  const secret = await checkout.begin(buyer, paid)
  await checkout.provider.turn({ webhooks: 'drop' })
  await checkout.provider.confirm(secret)
  await checkout.provider.turn({ down: true })
  const [begun, again, reported] = await Promise.all([
    begin(open),
    begin(paid),
    checkout.report(buyer, paid, secret),
    checkout.order(buyer, product),
    checkout.see(buyer, paid),
  ])
  for (const { status, json } of [begun, again])
    expect([status, json.error]).toEqual([
      503,
      'The payment provider cannot be reached. Try again in a minute; you will not be charged twice.',
    ])
  expect([reported.status, reported.json.error]).toEqual([
    503,
    'The payment provider cannot be reached. A payment that succeeded is recorded automatically.',
  ])
  await checkout.provider.turn({ down: false })
  expect((await begin(paid)).json.error).toBe('This order is already paid')
  expect((await begin(open)).status).toBe(200)
  expect(await checkout.see(buyer, paid)).toMatchObject({ paid: true, transictionId: intentOf(secret) })
})

test('a delete while the provider is down keeps the units until it is sure that nothing was paid', async () => {
  const scarce = await checkout.addProduct(1000)
  const [unpaid, paid, untouched] = [
    await checkout.order(buyer, scarce, 200),
    await checkout.order(buyer, scarce, 300),
    await checkout.order(buyer, scarce, 100),
  ]
  const [unpaidSecret, paidSecret] = [await checkout.begin(buyer, unpaid), await checkout.begin(buyer, paid)]
  await checkout.provider.turn({ webhooks: 'drop' })
  await checkout.provider.confirm(paidSecret)
  await checkout.provider.turn({ down: true })
  const answers = await Promise.all([checkout.remove(buyer, unpaid), checkout.remove(buyer, paid)])
  for (const { status, json } of answers)
    expect([status, json.message]).toEqual([
      200,
      'The order is being deleted: it will disappear once the payment provider confirms that nothing was paid',
    ])
  // Nobody has begun to pay this one, so that nobody needs to be asked.
  expect((await checkout.remove(buyer, untouched)).json.message).toBe('Order deleted')
  await runJobsLater()
  expect(await checkout.quantity(scarce)).toBe(500)
  expect((await begin(unpaid)).json.error).toBe('This order is being closed. Try again in a minute.')
  await checkout.provider.turn({ down: false })
  await runJobsLater()
  expect(await checkout.see(buyer, unpaid)).toBeNull()
  expect(await checkout.see(buyer, paid)).toMatchObject({ paid: true })
  expect(await checkout.quantity(scarce)).toBe(700)
  expect((await checkout.provider.confirm(unpaidSecret)).paid).toBe(false)
})

test('a provider that takes ten seconds holds up no connection, no row and nobody else, and charges once', async () => {
  const scarce = await checkout.addProduct(10_000)
  const slow: Booking[] = []
  for (let order = 0; order < 12; order++) slow.push(await checkout.order(buyer, scarce))
  const [first] = slow as [Booking]
  const pool = shop.shop.db.$client
  await checkout.provider.turn({ delayMs: 10_000 })
  let answered = 0
  const begun = slow.map((booking) => begin(booking).finally(() => answered++))
  await vi.waitUntil(async () => (await checkout.countAttempts(slow)) === slow.length, { timeout: 5_000 })
  // More calls wait for the provider than the pool has connections, and every connection is free.
  await vi.waitUntil(() => pool.idleCount === pool.totalCount && pool.waitingCount === 0, { timeout: 5_000 })
  expect(await checkout.countLocks()).toBe(0)
  await checkout.order(buyer, scarce)
  expect(await checkout.see(buyer, first)).toEqual(first)
  expect(await checkout.quantity(scarce)).toBe(10_000 - 13 * 100)
  await checkout.lockAtOnce(first)
  expect(answered).toBe(0)
  for (const { status } of await Promise.all(begun)) expect([200, 503]).toContain(status)
  await checkout.provider.turn({ delayMs: 0 })
  // What the shop gave up on, the provider still finishes; until then it refuses the same key.
  await vi.waitUntil(async () => (await Promise.all(slow.map(intentsOf))).every(({ length }) => length > 0), {
    timeout: 15_000,
  })
  for (const booking of slow) {
    const secret = await checkout.begin(buyer, booking)
    expect((await intentsOf(booking)).map(({ id }) => id)).toEqual([intentOf(secret)])
  }
})

test('an answer that is lost after the provider has done its work does nothing twice', async () => {
  const [paying, deleting] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  await checkout.begin(buyer, deleting)
  await checkout.provider.turn({ loseAnswers: 3 })
  expect((await begin(paying)).status).toBe(503)
  const secret = await checkout.begin(buyer, paying)
  expect((await intentsOf(paying)).map(({ id }) => id)).toEqual([intentOf(secret)])

  await checkout.provider.turn({ webhooks: 'drop', loseAnswers: 1 })
  expect((await checkout.provider.confirm(secret)).status).toBe(502)
  // The customer does not know, and tries again: in another tab, with another card.
  expect((await checkout.provider.confirm(secret)).paid).toBe(false)
  expect((await begin(paying)).json.error).toBe('This order is already paid')
  expect(await checkout.see(buyer, paying)).toMatchObject({ paid: true, transictionId: intentOf(secret) })

  await checkout.provider.turn({ loseAnswers: 1 })
  expect((await checkout.remove(buyer, deleting)).json.message).toBe('Order deleted')
  expect((await intentsOf(deleting)).map(({ status }) => status)).toEqual(['canceled'])
})

test('an order is deleted although the answer to its first payment try was lost for good', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.provider.turn({ loseAnswers: 3 })
  expect((await begin(booking)).status).toBe(503)
  expect((await checkout.remove(buyer, booking)).json.message).toBe('Order deleted')
  expect((await intentsOf(booking)).map(({ status }) => status)).toEqual(['canceled'])
})

test('the browser is gone and the webhook is lost: a scheduled job finds the payment', async () => {
  const bookings = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  await checkout.provider.turn({ webhooks: 'drop' })
  for (const booking of bookings) await checkout.provider.confirm(await checkout.begin(buyer, booking))
  for (const booking of bookings) expect(await checkout.see(buyer, booking)).toMatchObject({ paid: false })
  await runJobsLater()
  for (const booking of bookings) expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
})

test('webhooks alone pay an order: twice delivered, reordered, or before the shop stored its own intent', async () => {
  for (const webhooks of ['duplicate', 'reverse']) {
    const booking = await checkout.order(buyer, product)
    await checkout.provider.turn({ webhooks })
    const secret = await checkout.begin(buyer, booking)
    await checkout.provider.confirm(secret, 'pm_card_visa_chargeDeclined')
    await checkout.provider.confirm(secret)
    await checkout.provider.delivered()
    expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true, transictionId: intentOf(secret) })
  }
  await checkout.provider.turn({ reset: true })
  const early = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, early)
  await checkout.unlearnIntent(early)
  await checkout.provider.confirm(secret)
  await checkout.provider.delivered()
  expect(await checkout.see(buyer, early)).toMatchObject({ paid: true, transictionId: intentOf(secret) })
})

test('forged and stale deliveries are refused, and old news changes nothing', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.turn({ webhooks: 'drop' })
  await checkout.provider.confirm(secret)
  const succeeded = (await checkout.provider.events()).find(
    ({ type }) => type === 'payment_intent.succeeded',
  ) as object
  const anHourAgo = Date.now() / 1000 - 3600
  expect(await checkout.provider.deliver(succeeded, { secret: 'whsec_guessed' })).toBe(400)
  expect(await checkout.provider.deliver(succeeded, { timestamp: anHourAgo })).toBe(400)
  for (const signature of ['', 't=1,v1=00', 'no signature at all']) {
    const headers = { 'stripe-signature': signature }
    expect((await shop.call('POST', '/api/stripe/webhook', { body: succeeded, headers })).status).toBe(400)
  }
  expect((await shop.call('POST', '/api/stripe/webhook', { body: succeeded })).status).toBe(400)
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: false })
  // Signed, but the provider itself does not say so: only what it says now counts.
  const unpaid = await checkout.order(buyer, product)
  const lie = {
    id: intentOf(await checkout.begin(buyer, unpaid)),
    object: 'payment_intent',
    status: 'succeeded',
  }
  expect(await checkout.provider.deliver({ ...succeeded, id: 'evt_lie', data: { object: lie } })).toBe(200)
  expect(await checkout.see(buyer, unpaid)).toMatchObject({ paid: false })
  expect(await checkout.provider.deliver(succeeded)).toBe(200)
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
  const canceled = { ...succeeded, id: 'evt_late', type: 'payment_intent.canceled' }
  expect(await checkout.provider.deliver(canceled)).toBe(200)
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
})

test('a payment of another site on the same account is acknowledged and left alone', async () => {
  const foreign = await checkout.provider.createIntent(4_200)
  const misleading = await checkout.provider.createIntent(4_200, {
    bookingId: '0197a0c0-0000-7000-8000-000000000000',
    attemptId: 'anything; at all',
  })
  for (const { client_secret } of [foreign, misleading])
    await checkout.provider.confirm(client_secret as string)
  await checkout.provider.delivered()
  for (const { id } of [foreign, misleading])
    expect(shop.log.join('')).toMatch(new RegExp(`${id}.*ignored a payment of another site on this account`))
  expect((await checkout.provider.refunds()).map(({ payment_intent }) => payment_intent)).not.toContain(
    foreign.id,
  )
})

test('a webhook that arrives while the provider cannot be asked is delivered again until it could', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.turn({ webhooks: 'hold' })
  await checkout.provider.confirm(secret)
  const succeeded = (await checkout.provider.events()).find(
    ({ type }) => type === 'payment_intent.succeeded',
  ) as object
  await checkout.provider.turn({ down: true })
  expect(await checkout.provider.deliver(succeeded)).toBe(503)
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: false })
  await checkout.provider.turn({ reset: true })
  await checkout.provider.delivered()
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
})

test('a bank that has not decided yet: the order waits, and its word is the last', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.turn({ processing: true })
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, booking, secret)).json.error).toBe('The payment is not complete yet')
  expect((await begin(booking)).json.error).toContain('being processed')
  expect((await checkout.remove(buyer, booking)).json.message).toContain('is being deleted')
  await runJobsLater()
  expect(await checkout.see(buyer, booking)).toMatchObject({ held: true, paid: false })
  await checkout.provider.turn({ processing: false })
  await checkout.provider.delivered()
  expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
  expect((await checkout.remove(buyer, booking)).status).toBe(409)
})
