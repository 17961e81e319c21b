import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SandboxProcess, startSandbox, temporaryFolder } from './testing/sandbox-process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: SandboxProcess
let stripe: Stripe

beforeAll(async () => {
  folder = await temporaryFolder()
  sandbox = await startSandbox(folder.path)
  stripe = sandbox.stripe
})
beforeEach(() => sandbox.switches({ reset: true }))
afterAll(async () => {
  await sandbox.stop()
  await folder.remove()
})

const payment: Stripe.PaymentIntentCreateParams = {
  amount: 4200,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
}
const pay = async (payment_method = 'pm_card_visa') =>
  stripe.paymentIntents.confirm((await stripe.paymentIntents.create(payment)).id, { payment_method })
const newestIntents = async () => (await stripe.paymentIntents.list({ limit: 100 })).data.map(({ id }) => id)

test('down: no call gets through, and nothing was done', async () => {
  const before = await newestIntents()
  await sandbox.switches({ down: true })
  const failing = stripe.paymentIntents.create(payment)
  await expect(failing).rejects.toBeInstanceOf(Stripe.errors.StripeConnectionError)
  await sandbox.switches({ down: false })
  expect(await newestIntents()).toEqual(before)
})

test('slow: a call answers late, and the SDK may give up before', async () => {
  await sandbox.switches({ delayMs: 300 })
  await expect(stripe.paymentIntents.list({}, { timeout: 50 })).rejects.toThrow(/timeout/)
  expect((await stripe.paymentIntents.list()).object).toBe('list')
})

test('an answer is lost after the work: the same key finds it, once', async () => {
  const before = await newestIntents()
  await sandbox.switches({ loseAnswers: 2 }) // the SDK tries a closed connection once more by itself
  const options = { idempotencyKey: 'lost-answer' }
  await expect(stripe.paymentIntents.create(payment, options)).rejects.toBeInstanceOf(
    Stripe.errors.StripeConnectionError,
  )
  const found = await stripe.paymentIntents.create(payment, options)
  expect(await newestIntents()).toEqual([found.id, ...before])
})

test('while a call with a key is at work, another one with it is told to wait', async () => {
  await sandbox.switches({ delayMs: 300 })
  const options = { idempotencyKey: 'at-the-same-time' }
  const results = await Promise.allSettled([
    stripe.paymentIntents.create(payment, options),
    stripe.paymentIntents.create(payment, options),
  ])
  const refused = results.find((result) => result.status === 'rejected')
  expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('processing: the payment waits, cannot be canceled, and ends when it is let go', async () => {
  await sandbox.switches({ processing: true })
  const good = await pay()
  const bad = await pay('pm_card_visa_chargeDeclined')
  expect([good.status, bad.status]).toEqual(['processing', 'processing'])
  await expect(stripe.paymentIntents.cancel(good.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await sandbox.switches({ processing: false })
  expect(await stripe.paymentIntents.retrieve(good.id)).toMatchObject({
    status: 'succeeded',
    amount_received: 4200,
  })
  expect(await stripe.paymentIntents.retrieve(bad.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'card_declined' },
  })
})

test('refunds fail at once, or after they had succeeded; either way the money is not given back', async () => {
  const { id } = await pay()
  await sandbox.switches({ failRefunds: 1 })
  const failed = await stripe.refunds.create({ payment_intent: id })
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
  const refund = await stripe.refunds.create({ payment_intent: id })
  expect(refund.status).toBe('succeeded')
  await sandbox.switches({ failRefund: refund.id })
  expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'failed' })
  const { data } = await stripe.events.list()
  expect(data.filter(({ type }) => type === 'refund.failed')).toHaveLength(2)
  expect((await stripe.refunds.create({ payment_intent: id })).amount).toBe(4200)
})

test('refunds stay pending until they are let go, or fail at last', async () => {
  const made = [await pay(), await pay()]
  await sandbox.switches({ pendingRefunds: true })
  const refunds = await Promise.all(made.map(({ id }) => stripe.refunds.create({ payment_intent: id })))
  expect(refunds.map(({ status }) => status)).toEqual(['pending', 'pending'])
  // The money is spoken for, although it is not given back yet.
  const again = stripe.refunds.create({ payment_intent: made[0]?.id as string })
  await expect(again).rejects.toMatchObject({ code: 'charge_already_refunded' })
  await sandbox.switches({ failRefund: refunds[1]?.id })
  await sandbox.switches({ pendingRefunds: false })
  const ended = await Promise.all(refunds.map(({ id }) => stripe.refunds.retrieve(id)))
  expect(ended.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

test('a disputed payment cannot be refunded, unless the dispute is won', async () => {
  const { id } = await pay()
  await sandbox.switches({ openDispute: { intent: id } })
  const refund = () => stripe.refunds.create({ payment_intent: id })
  await expect(refund()).rejects.toMatchObject({ statusCode: 400, code: 'charge_disputed' })
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  await sandbox.switches({ closeDispute: { id: dispute?.id, status: 'won' } })
  expect(await refund()).toMatchObject({ amount: 4200 })
  await expect(sandbox.switches({ openDispute: { intent: 'pi_none' } })).rejects.toThrow('pi_none')
  await expect(sandbox.switches({ closeDispute: { id: 'du_none', status: 'won' } })).rejects.toThrow(
    'du_none',
  )
})

test.each([
  [401, Stripe.errors.StripeAuthenticationError],
  [403, Stripe.errors.StripePermissionError],
  [429, Stripe.errors.StripeRateLimitError],
])('%i: the call is turned away before its key is looked at, and can be repeated', async (status, kind) => {
  await sandbox.switches({ fail: { status, times: 1 } })
  const options = { idempotencyKey: `turned-away-${status}` }
  const error = await stripe.paymentIntents.create(payment, options).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(kind)
  expect((error as Stripe.errors.StripeError).requestId).toMatch(/^req_/)
  expect(await stripe.paymentIntents.create(payment, options)).toMatchObject({ amount: 4200 })
})

test.each([
  [400, Stripe.errors.StripeInvalidRequestError],
  [500, Stripe.errors.StripeAPIError],
])('%i: the failure is kept under its key, and another key gets through', async (status, kind) => {
  const before = await newestIntents()
  await sandbox.switches({ fail: { status, times: 1 } })
  const create = (idempotencyKey: string) =>
    stripe.paymentIntents.create(payment, { idempotencyKey }).catch((reason: unknown) => reason)
  expect(await create(`kept-${status}`)).toBeInstanceOf(kind)
  expect(await create(`kept-${status}`)).toBeInstanceOf(kind)
  expect(await newestIntents()).toEqual(before)
  expect(await create(`fresh-${status}`)).toMatchObject({ amount: 4200 })
})

test('a failure can be that of one address only', async () => {
  await sandbox.switches({ fail: { status: 403, times: 9, path: '/v1/refunds' } })
  const { id } = await pay()
  await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ statusCode: 403 })
  expect(await sandbox.switches()).toMatchObject({ fail: { times: 8 } })
})

test('only the secret key turns switches, and only switches that exist', async () => {
  await expect(sandbox.switches({ lazy: true })).rejects.toThrow('lazy')
  const response = await fetch(`${sandbox.address}/sandbox/stripe/switches`, {
    method: 'POST',
    headers: { authorization: 'Bearer pk_test_of_the_tests' },
    body: '{"down":true}',
  })
  expect(response.status).toBe(403)
  expect(await sandbox.switches()).toMatchObject({ down: false })
})
