import Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type SandboxProcess,
  startSandbox,
  temporaryFolder,
  webhookSecret,
} from './testing/sandbox-process.ts'
import { until } from './testing/until.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: SandboxProcess
let shop: Awaited<ReturnType<typeof receiveWebhooks>>

beforeAll(async () => {
  folder = await temporaryFolder()
  shop = await receiveWebhooks()
  sandbox = await startSandbox(folder.path, shop.url)
})
beforeEach(async () => {
  shop.answerWith(200)
  await sandbox.switches({ reset: true })
  await allDelivered()
  shop.received.length = 0
})
afterAll(async () => {
  await sandbox.stop()
  shop.close()
  await folder.remove()
})

const begin = () =>
  sandbox.stripe.paymentIntents.create({
    amount: 4200,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
  })
const pay = async (payment_method = 'pm_card_visa') =>
  sandbox.stripe.paymentIntents.confirm((await begin()).id, { payment_method })
const allDelivered = () =>
  until('every webhook is delivered', async () =>
    (await sandbox.switches()).undeliveredWebhooks === 0 ? true : undefined,
  )
const typesReceived = () => shop.received.map(({ event }) => event.type)

test('the SDK accepts the signature, and not for another payload or secret', async () => {
  const intent = await pay()
  const [delivery] = await shop.deliveries('payment_intent.succeeded')
  if (!delivery) throw new Error('no delivery')
  const { webhooks } = sandbox.stripe
  const event = webhooks.constructEvent(delivery.payload, delivery.signature, webhookSecret)
  expect(event).toMatchObject({
    api_version: Stripe.API_VERSION,
    type: 'payment_intent.succeeded',
    data: { object: { id: intent.id, amount: 4200, status: 'succeeded' } },
    request: { idempotency_key: expect.stringMatching(/./) },
  })
  const forged = delivery.payload.replace('4200', '42')
  expect(() => webhooks.constructEvent(forged, delivery.signature, webhookSecret)).toThrow()
  expect(() => webhooks.constructEvent(delivery.payload, delivery.signature, 'whsec_other')).toThrow()
})

test('a refused webhook is sent again until it is taken', async () => {
  shop.answerWith(500)
  await pay()
  await shop.deliveries('payment_intent.succeeded', 3)
  expect((await sandbox.switches()).undeliveredWebhooks).toBeGreaterThan(0)
  shop.answerWith(200)
  await allDelivered()
  const attempts = await shop.deliveries('payment_intent.succeeded')
  expect(new Set(attempts.map(({ event }) => event.id)).size).toBe(1)
})

test('a redirect is no acknowledgement', async () => {
  shop.answerWith(302)
  await pay()
  await shop.deliveries('payment_intent.succeeded', 2)
})

test.each([
  ['pm_card_visa', ['payment_intent.created', 'payment_intent.succeeded']],
  ['pm_card_visa_chargeDeclined', ['payment_intent.created', 'payment_intent.payment_failed']],
  ['pm_card_authenticationRequired', ['payment_intent.created', 'payment_intent.requires_action']],
])('%s tells the shop each step', async (method, types) => {
  await pay(method).catch(() => undefined)
  await allDelivered()
  expect(typesReceived().toSorted()).toEqual(types.toSorted())
})

test('refunds and cancelations are told', async () => {
  const paid = await pay()
  await sandbox.stripe.refunds.create({ payment_intent: paid.id })
  const open = await begin()
  await sandbox.stripe.paymentIntents.cancel(open.id)
  await allDelivered()
  expect(typesReceived()).toEqual(expect.arrayContaining(['refund.created', 'payment_intent.canceled']))
})

test('dropped: nothing is ever sent, and the event still exists', async () => {
  await sandbox.switches({ webhooks: 'drop' })
  const dropped = await pay()
  await sandbox.switches({ webhooks: 'normal' })
  const later = await pay()
  await allDelivered()
  const [only, ...others] = await shop.deliveries('payment_intent.succeeded')
  expect(only?.event.data.object).toMatchObject({ id: later.id })
  expect(others).toEqual([])
  const { data } = await sandbox.stripe.events.list()
  expect(data.map((event) => event.data.object)).toContainEqual(expect.objectContaining({ id: dropped.id }))
})

test('duplicated: every event arrives twice, with the same id', async () => {
  await sandbox.switches({ webhooks: 'duplicate' })
  await pay()
  const [one, other] = await shop.deliveries('payment_intent.succeeded', 2)
  expect(other?.event.id).toBe(one?.event.id)
})

test('held: nothing is sent until the switch is turned, and reversed then means the last event first', async () => {
  await sandbox.switches({ webhooks: 'hold' })
  await pay()
  expect(await sandbox.switches()).toMatchObject({ undeliveredWebhooks: 2 })
  expect(shop.received).toEqual([])
  await sandbox.switches({ webhooks: 'reverse' })
  await allDelivered()
  expect(typesReceived()).toEqual(['payment_intent.succeeded', 'payment_intent.created'])
})

test('reversed: what happens together arrives in the opposite order', async () => {
  const { id } = await pay()
  await allDelivered()
  shop.received.length = 0
  await sandbox.switches({ webhooks: 'reverse', failRefunds: 1 })
  await sandbox.stripe.refunds.create({ payment_intent: id })
  await allDelivered()
  expect(typesReceived()).toEqual(['refund.failed', 'charge.refunded', 'refund.created'])
})

test('a refund tells of the whole charge: who paid it, with what, and for what', async () => {
  const { stripe } = sandbox
  const address = { line1: '1 Quay Street', city: 'Springfield', country: 'US' }
  const billing = { name: 'Ada Buyer', email: 'ada@example.com' }
  const method = await stripe.paymentMethods.create({
    type: 'card',
    card: { number: '4242424242424242', exp_month: 12, exp_year: 2040 },
    billing_details: billing,
  })
  const { id } = await stripe.paymentIntents.create({
    amount: 4200,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    description: 'Order #7',
    receipt_email: billing.email,
    shipping: { name: billing.name, address },
    statement_descriptor_suffix: 'ORDER 7',
  })
  await stripe.paymentIntents.confirm(id, { payment_method: method.id })
  await sandbox.switches({ openDispute: { intent: id, amount: 100, reason: 'general' } })
  const [dispute] = (await stripe.disputes.list({ payment_intent: id })).data
  await sandbox.switches({ closeDispute: { id: dispute?.id, status: 'won' } })
  await stripe.refunds.create({ payment_intent: id })
  const [told] = await shop.deliveries('charge.refunded')
  expect(told?.event.data.object).toMatchObject({
    object: 'charge',
    billing_details: billing,
    calculated_statement_descriptor: 'SANDBOX* ORDER 7',
    description: 'Order #7',
    disputed: true,
    outcome: { type: 'authorized' },
    payment_method: method.id,
    payment_method_details: { type: 'card', card: { last4: '4242', exp_month: 12, exp_year: 2040 } },
    receipt_email: billing.email,
    refunded: true,
    shipping: { name: billing.name, address },
    status: 'succeeded',
  })
})

test('a refund and a dispute of the dashboard are told like any other', async () => {
  const { id } = await pay()
  await allDelivered()
  shop.received.length = 0
  await sandbox.switches({ refundPayment: { intent: id, amount: 1200 } })
  await sandbox.switches({ openDispute: { intent: id, amount: 3000, reason: 'fraudulent' } })
  const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: id })).data
  await sandbox.switches({ closeDispute: { id: dispute?.id, status: 'lost' } })
  await allDelivered()
  const told = shop.received.map(({ event }) => [event.type, event.data.object, event.request])
  const nobody = { id: null, idempotency_key: null }
  const ofCharge = { object: 'charge', payment_intent: id, amount_refunded: 1200, refunded: false }
  const disputed = { id: dispute?.id, payment_intent: id, amount: 3000, reason: 'fraudulent' }
  expect(told).toHaveLength(4)
  expect(told).toEqual(
    expect.arrayContaining([
      ['refund.created', expect.objectContaining({ payment_intent: id, amount: 1200 }), nobody],
      ['charge.refunded', expect.objectContaining(ofCharge), nobody],
      ['charge.dispute.created', expect.objectContaining({ ...disputed, status: 'needs_response' }), nobody],
      ['charge.dispute.closed', expect.objectContaining({ ...disputed, status: 'lost' }), nobody],
    ]),
  )
  expect(await sandbox.stripe.disputes.retrieve(dispute?.id as string)).toMatchObject({ status: 'lost' })
})
