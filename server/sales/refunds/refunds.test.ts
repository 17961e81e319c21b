import { expect, test } from 'vitest'
import type { Refund } from '#contract/sales/refunds.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

const { shop, checkout, runJobsLater, buyer, product } = await openTroubledCheckout()
const admin = await shop.signUpAdmin()

/** Pays an order twice, so that one payment has to be given back; answers the intent of that one. */
async function payTwice() {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  const second = await checkout.provider.createIntent(booking.price * 100, await checkout.attemptOf(booking))
  await checkout.provider.confirm(secret)
  await checkout.report(buyer, booking, secret)
  await checkout.provider.confirm(second.client_secret as string)
  return second.id
}

async function refundOf(intent: string): Promise<Refund | undefined> {
  const { json } = await shop.call('GET', '/api/refunds', { token: admin.token })
  return (json as Refund[]).find(({ transictionId }) => transictionId === intent)
}

/** What the provider has made of this intent, newest first. */
const madeOf = async (intent: string) =>
  (await checkout.provider.refunds()).filter(({ payment_intent }) => payment_intent === intent)

test('a refund that fails is shown to the admin and made anew', async () => {
  await checkout.provider.turn({ failRefunds: 2 })
  const intent = await payTwice()
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed', error: 'expired_or_canceled_card' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  expect(await refundOf(intent)).not.toHaveProperty('error')
})

test('a refund that fails again and again is left to the admin, who may have paid in another way', async () => {
  await checkout.provider.turn({ failRefunds: 20 })
  const intent = await payTwice()
  await checkout.provider.delivered()
  for (let round = 0; round < 12; round++) await runJobsLater()
  expect(await madeOf(intent)).toHaveLength(10)
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed' })
  await checkout.provider.turn({ failRefunds: 0 })
  await checkout.provider.refund(intent)
})

test('the news of a failed refund that comes after the next one has failed is not counted again', async () => {
  await checkout.provider.turn({ failRefunds: 20 })
  const intent = await payTwice()
  await checkout.provider.delivered()
  await checkout.provider.turn({ webhooks: 'drop' })
  for (let round = 0; round < 2; round++) await runJobsLater()
  const [, second] = await madeOf(intent)
  const failed = (await checkout.provider.events()).find(
    ({ type, data }) => type === 'refund.failed' && (data.object as { id: string }).id === second?.id,
  ) as object
  await checkout.provider.turn({ webhooks: 'normal' })
  expect(await checkout.provider.deliver(failed)).toBe(200)
  for (let round = 0; round < 12; round++) await runJobsLater()
  expect(await madeOf(intent)).toHaveLength(10)
  await checkout.provider.turn({ failRefunds: 0 })
  await checkout.provider.refund(intent)
})

test('a refund that the bank sends back days later is shown and made anew', async () => {
  const intent = await payTwice()
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  const [first] = await checkout.provider.refunds()
  await checkout.provider.turn({ failRefund: first?.id })
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed', error: 'expired_or_canceled_card' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  // The same news once more is old by now.
  const failed = (await checkout.provider.events()).find(({ type }) => type === 'refund.failed') as object
  expect(await checkout.provider.deliver({ ...failed, id: 'evt_again' })).toBe(200)
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
})

test('a refund whose answers are lost, or that finds the provider down, is made once', async () => {
  await checkout.provider.turn({ webhooks: 'hold' })
  const intent = await payTwice()
  await checkout.provider.turn({ webhooks: 'normal', loseAnswers: 3 })
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await checkout.provider.turn({ down: true })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await checkout.provider.turn({ down: false })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  expect(await madeOf(intent)).toHaveLength(1)
})

test.each([
  [401, 'Expired API Key provided: …'],
  [
    403,
    "The provided key '…' does not have the required permissions for this endpoint on account 'acct_sandbox'.",
  ],
])(
  'a refund that the provider rejects with %i is shown with its reason and made later',
  async (status, error) => {
    await checkout.provider.turn({ fail: { status, times: 1, path: '/v1/refunds' } })
    const intent = await payTwice()
    await checkout.provider.delivered()
    expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed', error })
    await runJobsLater()
    expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
    expect(await madeOf(intent)).toHaveLength(1)
  },
)

test('a refund whose key was used for something else is made under another one', async () => {
  await checkout.provider.turn({ webhooks: 'hold' })
  const intent = await payTwice()
  await checkout.provider.refund(intent, { amount: '100' }, `refund-${intent}`)
  await checkout.provider.turn({ webhooks: 'normal' })
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({
    state: 'refund_failed',
    error: expect.stringContaining('Keys for idempotent requests can only be used'),
  })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
})

test('a refund is made when the bank has it, not when it is on its way', async () => {
  await checkout.provider.turn({ pendingRefunds: true })
  const intent = await payTwice()
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await checkout.provider.turn({ pendingRefunds: false })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  expect(await madeOf(intent)).toHaveLength(1)
})

test('a refund on its way that fails is noticed although nobody tells, and made anew', async () => {
  await checkout.provider.turn({ pendingRefunds: true, webhooks: 'normal' })
  const intent = await payTwice()
  await checkout.provider.delivered()
  const [pending] = await madeOf(intent)
  await checkout.provider.turn({ webhooks: 'drop', failRefund: pending?.id })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed', error: 'expired_or_canceled_card' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  // The first one's failure, told at last, says nothing of the second.
  const failed = (await checkout.provider.events()).find(({ type }) => type === 'refund.failed') as object
  expect(await checkout.provider.deliver(failed)).toBe(200)
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await checkout.provider.turn({ pendingRefunds: false })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
})

test('a refund that comes back days later is noticed although nobody tells', async () => {
  const intent = await payTwice()
  await checkout.provider.delivered()
  const [made] = await madeOf(intent)
  await checkout.provider.turn({ webhooks: 'drop', failRefund: made?.id })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_failed', error: 'expired_or_canceled_card' })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
})

test('a refund that is there already counts as what it is', async () => {
  await checkout.provider.turn({ webhooks: 'hold', pendingRefunds: true })
  const intent = await payTwice()
  await checkout.provider.refund(intent)
  await checkout.provider.turn({ webhooks: 'normal' })
  await checkout.provider.delivered()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
  await checkout.provider.turn({ pendingRefunds: false })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refunded' })
  expect(await madeOf(intent)).toHaveLength(1)
})

test('a provider that rejects the question leaves a refund as it is', async () => {
  await checkout.provider.turn({ pendingRefunds: true })
  const intent = await payTwice()
  await checkout.provider.delivered()
  await checkout.provider.turn({ fail: { status: 401, times: 9 } })
  await runJobsLater()
  expect(await refundOf(intent)).toMatchObject({ state: 'refund_due' })
})
