import Stripe from 'stripe'
import { expect, test } from 'vitest'
import {
  address,
  describeProviders,
  errorOf,
  intentOf,
  paidIntent,
  provider,
} from './testing/describe-providers.ts'
import { until } from './testing/until.ts'

const uniqueKey = () => `contract-${crypto.randomUUID()}`

const cards: Pick<Stripe.PaymentIntentCreateParams, 'currency' | 'allowed_payment_method_types'> = {
  currency: 'usd',
  allowed_payment_method_types: ['card'],
}

describeProviders(() => {
  test('the largest and the smallest amount are taken', async () => {
    expect(await paidIntent(99_999_999)).toMatchObject({ amount_received: 99_999_999 })
    expect(await paidIntent(50)).toMatchObject({ amount_received: 50 })
  })

  test('what does not exist is a 404', async () => {
    const calls = [
      provider().paymentIntents.retrieve('pi_none'),
      provider().paymentIntents.confirm('pi_none', { payment_method: 'pm_card_visa' }),
      provider().paymentIntents.cancel('pi_none'),
      provider().refunds.retrieve('re_none'),
      provider().refunds.create({ payment_intent: 'pi_none' }),
    ]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('a refund gives all the money back, once', async () => {
    const intent = await paidIntent(1200)
    const refund = await provider().refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({
      amount: 1200,
      payment_intent: intent.id,
      status: 'succeeded',
    })
    expect(await provider().refunds.retrieve(refund.id)).toEqual(refund)
    expect(await provider().paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1200,
    })
    const again = await errorOf(provider().refunds.create({ payment_intent: intent.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  })

  test('refunds in parts add up, are listed newest first and page by page, and never exceed the payment', async () => {
    const { id } = await paidIntent(1000)
    const made: string[] = []
    for (const amount of [100, 200, 300])
      made.unshift((await provider().refunds.create({ payment_intent: id, amount })).id)
    expect(await errorOf(provider().refunds.create({ payment_intent: id, amount: 401 }))).toMatchObject({
      statusCode: 400,
    })
    const named = await provider().refunds.create({
      payment_intent: id,
      amount: 1,
      metadata: { refundId: '7' },
    })
    expect(await provider().refunds.retrieve(named.id)).toMatchObject({ metadata: { refundId: '7' } })
    made.unshift(named.id)
    const firstPage = await provider().refunds.list({ payment_intent: id, limit: 2 })
    expect(firstPage.data.map((refund) => refund.id)).toEqual(made.slice(0, 2))
    expect(firstPage.has_more).toBe(true)
    const all = await provider()
      .refunds.list({ payment_intent: id, limit: 2 })
      .autoPagingToArray({ limit: 10 })
    expect(all.map((refund) => refund.id)).toEqual(made)
  })

  test('an unpaid intent has nothing to refund', async () => {
    const { id } = await intentOf(900)
    expect(await errorOf(provider().refunds.create({ payment_intent: id }))).toMatchObject({
      statusCode: 400,
    })
  })

  test('intents are listed', async () => {
    const older = await intentOf(900)
    const newer = await intentOf(900)
    const { data } = await provider().paymentIntents.list({ limit: 100 })
    const order = data.map(({ id }) => id).filter((id) => id === older.id || id === newer.id)
    expect(order.toSorted()).toEqual([older.id, newer.id].toSorted())
  })

  test('an idempotency key makes one intent of two equal calls, and says so', async () => {
    const idempotencyKey = uniqueKey()
    const parameters = { ...cards, amount: 900 }
    const first = await provider().paymentIntents.create(parameters, { idempotencyKey })
    const second = await provider().paymentIntents.create(parameters, { idempotencyKey })
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  })

  test('an idempotency key refuses other parameters', async () => {
    const idempotencyKey = uniqueKey()
    await provider().paymentIntents.create({ ...cards, amount: 900 }, { idempotencyKey })
    const error = await errorOf(
      provider().paymentIntents.create({ ...cards, amount: 901 }, { idempotencyKey }),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  })

  test('an idempotency key replays a decline, too, but not a refused parameter', async () => {
    const { id } = await intentOf(900)
    const idempotencyKey = uniqueKey()
    const decline = () =>
      errorOf(
        provider().paymentIntents.confirm(
          id,
          { payment_method: 'pm_card_visa_chargeDeclined' },
          { idempotencyKey },
        ),
      )
    const first = await decline()
    const second = await decline()
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect(second.payment_intent).toEqual(first.payment_intent)
    const otherKey = { idempotencyKey: uniqueKey() }
    await errorOf(provider().paymentIntents.create({ ...cards, amount: 1 }, otherKey))
    expect(await provider().paymentIntents.create({ ...cards, amount: 900 }, otherKey)).toMatchObject({
      amount: 900,
    })
  })

  test('every step of a payment is an event', async () => {
    const { id } = await paidIntent(900)
    const ofIntent = ({ data }: Stripe.Event) => (data.object as { id?: string }).id === id
    for (const type of ['payment_intent.created', 'payment_intent.succeeded']) {
      const event = await until(type, async () =>
        (await provider().events.list({ limit: 100 })).data.find(
          (event) => event.type === type && ofIntent(event),
        ),
      )
      expect(event).toMatchObject({
        object: 'event',
        type,
        livemode: false,
        data: { object: { id, amount: 900 } },
      })
    }
  })

  test('a wrong key is refused', async () => {
    const stranger = new Stripe('sk_test_wrong', address())
    const error = await errorOf(stranger.paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.statusCode).toBe(401)
  })
})
