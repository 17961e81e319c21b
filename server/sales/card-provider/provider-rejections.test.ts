import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { intentOf } from '#test/reach-card-provider.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

const { shop, checkout, runJobsLater, buyer, product } = await openTroubledCheckout()
const admin = await shop.signUpAdmin()

const begin = ({ _id: bookingId, price }: Booking) =>
  shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body: { price, bookingId } })

const problemShown = async () =>
  (await shop.call('GET', '/api/overview', { token: admin.token })).json.cardProviderProblem

const loggedSince = (line: number) => shop.log.slice(line).map((entry) => JSON.parse(entry))

test.each([
  [401, 'Expired API Key provided: …'],
  [
    403,
    "The provided key '…' does not have the required permissions for this endpoint on account 'acct_sandbox'.",
  ],
  [400, 'Your account cannot currently make live charges.'],
])(
  'a %i of the card provider is our fault: a sentence each time, one line in the log, a word to the admin',
  async (status, reason) => {
    const booking = await checkout.order(buyer, product)
    expect(await problemShown()).toBeUndefined()
    await checkout.provider.turn({ fail: { status, times: 2 } })
    const line = shop.log.length
    await begin(booking)
    const answer = await begin(booking)
    expect([answer.status, answer.json.error]).toEqual([
      502,
      'Card payments are not working at the moment. Try again in a minute; you will not be charged twice.',
    ])
    const complaints = loggedSince(line).filter(({ level }) => level > 30)
    expect(complaints).toEqual([
      expect.objectContaining({
        level: 50,
        msg: 'the card provider rejected a request',
        call: 'create a payment',
        status,
        providerRequestId: expect.stringMatching(/^req_\w+$/),
        reason,
      }),
    ])
    // Neither keys, not even masked ones, nor what the customer has told us.
    expect(shop.log.slice(line).join('')).not.toMatch(/[sr]k_|555 0100|Example Street|person\d/)
    expect(await problemShown()).toBe(`The card provider rejects our requests: ${reason}`)
    await checkout.begin(buyer, booking)
    expect(await problemShown()).toBeUndefined()
  },
)

test('a rejected key stops no report, delete or webhook for good', async () => {
  const [paid, told, deleted] = [
    await checkout.order(buyer, product),
    await checkout.order(buyer, product),
    await checkout.order(buyer, product),
  ]
  const secrets = [await checkout.begin(buyer, paid), await checkout.begin(buyer, told)] as const
  await checkout.begin(buyer, deleted)
  await checkout.provider.turn({ webhooks: 'drop' })
  for (const secret of secrets) await checkout.provider.confirm(secret)
  const succeeded = (await checkout.provider.events()).find(
    ({ type, data }) =>
      type === 'payment_intent.succeeded' && (data.object as { id: string }).id === intentOf(secrets[1]),
  ) as object
  await checkout.provider.turn({ fail: { status: 401, times: 99 } })
  const reported = await checkout.report(buyer, paid, secrets[0])
  expect([reported.status, reported.json.error]).toEqual([
    502,
    'Card payments are not working at the moment. A payment that succeeded is recorded automatically.',
  ])
  expect(await checkout.provider.deliver(succeeded)).toBe(502)
  const removed = await checkout.remove(buyer, deleted)
  expect([removed.status, removed.json.message]).toEqual([
    200,
    'The order is being deleted: it will disappear once the payment provider confirms that nothing was paid',
  ])
  await runJobsLater()
  expect(await checkout.see(buyer, deleted)).toMatchObject({ held: true })
  await checkout.provider.turn({ fail: null })
  await runJobsLater()
  expect(await checkout.see(buyer, deleted)).toBeNull()
  for (const booking of [paid, told]) expect(await checkout.see(buyer, booking)).toMatchObject({ paid: true })
})

test('one order that the provider rejects keeps a job from no other', async () => {
  const bookings: Booking[] = []
  for (let order = 0; order < 3; order++) bookings.push(await checkout.order(buyer, product))
  await checkout.provider.turn({ webhooks: 'drop' })
  for (const booking of bookings) await checkout.provider.confirm(await checkout.begin(buyer, booking))
  await checkout.provider.turn({ fail: { status: 400, times: 1 } })
  await runJobsLater()
  const seen = await Promise.all(bookings.map((booking) => checkout.see(buyer, booking)))
  expect(seen.filter((booking) => booking?.paid).length).toBeGreaterThanOrEqual(2)
})

test.each([400, 500])(
  'after a %i that the provider keeps under its key the order can be paid',
  async (status) => {
    const booking = await checkout.order(buyer, product)
    await checkout.provider.turn({ fail: { status, times: 1 } })
    expect((await begin(booking)).status).toBe(status === 500 ? 503 : 502)
    const secret = await checkout.begin(buyer, booking)
    await checkout.provider.confirm(secret)
    expect((await checkout.report(buyer, booking, secret)).json).toMatchObject({ paid: true })
  },
)

test.each([400, 401, 403, 500])(
  'after a %i on creating its payment an order can be deleted, and lapse',
  async (status) => {
    const scarce = await checkout.addProduct(1_000)
    const [deleted, lapsed] = [
      await checkout.order(buyer, scarce, 200),
      await checkout.order(buyer, scarce, 300),
    ]
    await checkout.provider.turn({ fail: { status, times: 99 } })
    for (const booking of [deleted, lapsed]) expect((await begin(booking)).status).toBeGreaterThan(500)
    expect((await checkout.remove(buyer, deleted)).json.message).toBe('Order deleted')
    await checkout.outwait(lapsed)
    await runJobsLater()
    expect(await checkout.see(buyer, lapsed)).toMatchObject({ held: false })
    expect(await checkout.quantity(scarce)).toBe(1_000)
  },
)

test.each([{ fail: { status: 401, times: 99 } }, { down: true }])(
  'an order that nobody began to pay lapses in time, whatever waits for a provider with %j',
  async (order) => {
    const scarce = await checkout.addProduct(1_000)
    const [begun, untouched] = [
      await checkout.order(buyer, scarce, 200),
      await checkout.order(buyer, scarce, 300),
    ]
    await checkout.begin(buyer, begun)
    for (const booking of [begun, untouched]) await checkout.outwait(booking)
    await checkout.provider.turn(order)
    await runJobsLater()
    expect(await checkout.see(buyer, begun)).toMatchObject({ held: true })
    expect(await checkout.see(buyer, untouched)).toMatchObject({ held: false })
    expect(await checkout.quantity(scarce)).toBe(800)
  },
)

test('an order is deleted although the answer to its payment was lost and the key is rejected since', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.provider.turn({ loseAnswers: 3 })
  expect((await begin(booking)).status).toBe(503)
  await checkout.provider.turn({ loseAnswers: 0, fail: { status: 401, times: 99 } })
  expect((await checkout.remove(buyer, booking)).json.message).toBe('Order deleted')
  // Its intent is alive at the provider, but nobody has ever been given its secret.
  await checkout.provider.turn({ reset: true })
  for (const { id, metadata } of await checkout.provider.intents())
    if (metadata.bookingId === booking._id) await checkout.provider.cancel(id)
})

test('a provider that is asked too often is asked again with the same key', async () => {
  await checkout.begin(buyer, await checkout.order(buyer, product))
  const booking = await checkout.order(buyer, product)
  await checkout.provider.turn({ fail: { status: 429, times: 1 } })
  const { status, json } = await begin(booking)
  expect([status, json.error]).toEqual([
    503,
    'The payment provider cannot be reached. Try again in a minute; you will not be charged twice.',
  ])
  expect(await problemShown()).toBeUndefined()
  await checkout.begin(buyer, booking)
  expect(await checkout.countAttempts([booking])).toBe(1)
})

test('a key that was used with other parameters gives way to a new one at once', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.begin(buyer, booking)
  // As after an update of the shop that sends the provider more, or other things.
  await checkout.unlearnIntent(booking)
  await checkout.rewritePhone(booking, '555 0199')
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, booking, secret)).json).toMatchObject({ paid: true })
})
