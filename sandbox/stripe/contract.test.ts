import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SandboxProcess, startSandbox, temporaryFolder } from './testing/sandbox-process.ts'
import { until } from './testing/until.ts'

// What the shop relies on, asked of the sandbox always and of Stripe's own test mode when a key of it is given.
const testModeKey = process.env.STRIPE_TEST_SECRET_KEY
const providers = testModeKey ? ['the sandbox', "Stripe's test mode"] : ['the sandbox']

let stripe: Stripe
const card = { currency: 'usd', allowed_payment_method_types: ['card'] } as const
const intentOf = (amount: number, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...card, allowed_payment_method_types: ['card'], amount, ...more })
const paidIntent = (amount: number) => intentOf(amount, { payment_method: 'pm_card_visa', confirm: true })
const uniqueKey = () => `contract-${crypto.randomUUID()}`

async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`expected an error of the provider, got ${String(error)}`)
}

describe.each(providers)('%s', { timeout: 30_000 }, (provider) => {
  let sandbox: SandboxProcess | null = null
  let folder: Awaited<ReturnType<typeof temporaryFolder>> | null = null

  beforeAll(async () => {
    if (provider === 'the sandbox') {
      folder = await temporaryFolder()
      sandbox = await startSandbox(folder.path)
      stripe = sandbox.stripe
    } else stripe = new Stripe(testModeKey as string)
  })
  afterAll(async () => {
    await sandbox?.stop()
    await folder?.remove()
  })

  test('a new intent waits for a card and has a secret for the browser', async () => {
    const intent = await intentOf(2599, { description: 'Order 7', metadata: { booking: 7, note: 'a & b' } })
    expect(intent).toMatchObject({
      object: 'payment_intent',
      amount: 2599,
      amount_received: 0,
      currency: 'usd',
      description: 'Order 7',
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      metadata: { booking: '7', note: 'a & b' },
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`))
    expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test('a good card pays: intent, charge and payment method tell the same', async () => {
    const waiting = await intentOf(123_456)
    const intent = await stripe.paymentIntents.confirm(waiting.id, { payment_method: 'pm_card_visa' })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 123_456, last_payment_error: null })
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge).toMatchObject({
      amount: 123_456,
      amount_refunded: 0,
      captured: true,
      currency: 'usd',
      paid: true,
      payment_intent: intent.id,
      refunded: false,
      status: 'succeeded',
    })
    const method = await stripe.paymentMethods.retrieve(intent.payment_method as string)
    expect(method).toMatchObject({ type: 'card', card: { brand: 'visa', last4: '4242' } })
    expect(charge.payment_method_details?.card).toMatchObject({ brand: 'visa', last4: '4242' })
  })

  test('an intent can be made and paid in one call, with the charge in the answer', async () => {
    const intent = await intentOf(5000, {
      payment_method: 'pm_card_visa',
      confirm: true,
      expand: ['latest_charge'],
    })
    expect(intent.latest_charge).toMatchObject({ object: 'charge', amount: 5000, payment_intent: intent.id })
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', null],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', null],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error', null],
  ])(
    '%s is declined (%s), and another card can then pay the same intent',
    async (method, code, declineCode) => {
      const { id } = await intentOf(700)
      const error = await errorOf(stripe.paymentIntents.confirm(id, { payment_method: method }))
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
      expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code })
      if (declineCode) expect(error.decline_code).toBe(declineCode)
      expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
      const after = await stripe.paymentIntents.retrieve(id)
      expect(after).toMatchObject({
        status: 'requires_payment_method',
        amount_received: 0,
        payment_method: null,
        last_payment_error: { type: 'card_error', code, message: error.message },
      })
      const paid = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    },
  )

  test('a card that needs authentication leaves the intent waiting for its holder, and it can be canceled', async () => {
    const intent = await intentOf(700, { payment_method: 'pm_card_authenticationRequired', confirm: true })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await stripe.paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
  })

  test('a payment method without a customer pays once', async () => {
    const method = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await intentOf(700, { payment_method: method.id, confirm: true })
    const error = await errorOf(intentOf(700, { payment_method: method.id, confirm: true }))
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
  })

  test('a paid intent can be neither paid again, nor canceled, nor changed in its amount', async () => {
    const { id } = await paidIntent(900)
    const calls = [
      stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel(id),
      stripe.paymentIntents.update(id, { amount: 901 }),
    ]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 900 })
  })

  test('a canceled intent stays canceled', async () => {
    const { id } = await intentOf(900)
    const canceled = await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    const confirming = stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    for (const error of await Promise.all([confirming, stripe.paymentIntents.cancel(id)].map(errorOf))) {
      expect(error).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      })
    }
  })

  test('an unpaid intent can be changed, its metadata key by key', async () => {
    const { id } = await intentOf(900, { metadata: { kept: 'a', removed: 'b' } })
    const updated = await stripe.paymentIntents.update(id, {
      amount: 950,
      metadata: { removed: '', added: 'c' },
    })
    expect(updated).toMatchObject({ amount: 950, status: 'requires_payment_method' })
    expect(updated.metadata).toEqual({ kept: 'a', added: 'c' })
  })

  test.each<[string, object, Partial<Stripe.errors.StripeError>]>([
    [
      'an unknown parameter',
      { amount: 900, currency: 'usd', nonsense: 1 },
      { code: 'parameter_unknown', param: 'nonsense' },
    ],
    [
      'payment_method_types',
      { amount: 900, currency: 'usd', payment_method_types: ['card'] },
      { code: 'payment_method_types_no_longer_supported' },
    ],
    [
      'two answers to which payment methods it takes',
      {
        amount: 900,
        currency: 'usd',
        allowed_payment_method_types: ['card'],
        automatic_payment_methods: { enabled: true },
      },
      {},
    ],
    [
      'a suffix without a letter',
      { amount: 900, ...card, statement_descriptor_suffix: '1042' },
      { param: 'statement_descriptor_suffix' },
    ],
    [
      'a suffix with an asterisk',
      { amount: 900, ...card, statement_descriptor_suffix: 'A*1042' },
      { param: 'statement_descriptor_suffix' },
    ],
    [
      'a suffix that is too long',
      { amount: 900, ...card, statement_descriptor_suffix: 'A'.repeat(23) },
      { param: 'statement_descriptor_suffix' },
    ],
    ['an email that is none', { amount: 900, ...card, receipt_email: 'nobody' }, { code: 'email_invalid' }],
    ['no amount', { currency: 'usd' }, { code: 'parameter_missing', param: 'amount' }],
    ['no currency', { amount: 900 }, { code: 'parameter_missing', param: 'currency' }],
    ['an unknown currency', { amount: 900, currency: 'zzz' }, { param: 'currency' }],
    [
      'part of a cent',
      { amount: 10.5, currency: 'usd' },
      { code: 'parameter_invalid_integer', param: 'amount' },
    ],
    ['a negative amount', { amount: -900, currency: 'usd' }, { param: 'amount' }],
    ['less than half a dollar', { amount: 49, currency: 'usd' }, { code: 'amount_too_small' }],
    ['a million dollars', { amount: 100_000_000, currency: 'usd' }, { code: 'amount_too_large' }],
  ])('an intent with %s is refused', async (_, parameters, expected) => {
    const error = await errorOf(stripe.paymentIntents.create(parameters as Stripe.PaymentIntentCreateParams))
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, ...expected })
  })

  test('what the customer is told of a payment is on the intent and on its charge', async () => {
    const told = {
      description: '100 × Claw hammer',
      receipt_email: 'buyer@example.com',
      statement_descriptor_suffix: 'ID0197A0C0',
      shipping: { name: 'A Buyer', phone: '555 0100', address: { line1: '1 Example Street' } },
    }
    const intent = await intentOf(900, {
      ...told,
      payment_method: 'pm_card_visa',
      confirm: true,
      expand: ['latest_charge'],
    })
    expect(intent).toMatchObject(told)
    expect(intent.latest_charge).toMatchObject({
      ...told,
      calculated_statement_descriptor: expect.stringMatching(/^.{2,10}\* ID0197A0C0$/),
    })
  })

  test('an intent that may take redirecting methods is confirmed by a server only with a way back', async () => {
    const confirmed = { amount: 900, currency: 'usd', payment_method: 'pm_card_visa', confirm: true }
    const redirecting = await stripe.paymentIntents.create({ amount: 900, currency: 'usd' })
    const withoutWayBack = [
      stripe.paymentIntents.create(confirmed),
      stripe.paymentIntents.create({ ...confirmed, automatic_payment_methods: { enabled: true } }),
      stripe.paymentIntents.confirm(redirecting.id, { payment_method: 'pm_card_visa' }),
    ]
    for (const error of await Promise.all(withoutWayBack.map(errorOf))) {
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
      expect(error.message).toContain('return_url')
    }
    const return_url = 'https://shop.example/paid'
    const paid = await Promise.all([
      stripe.paymentIntents.create({ ...confirmed, return_url }),
      stripe.paymentIntents.confirm(redirecting.id, { payment_method: 'pm_card_visa', return_url }),
      stripe.paymentIntents.create({
        ...confirmed,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      }),
    ])
    expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('an answer holds the objects that it is asked to expand, as far as it has them', async () => {
    const { id } = await paidIntent(900)
    const refund = await stripe.refunds.create({ payment_intent: id })
    const intent = await stripe.paymentIntents.retrieve(id, {
      expand: ['latest_charge.refunds', 'payment_method', 'customer', 'review'],
    })
    expect(intent).toMatchObject({
      payment_method: { object: 'payment_method' },
      customer: null,
      review: null,
    })
    expect(intent.latest_charge).toMatchObject({ refunds: { object: 'list', data: [{ id: refund.id }] } })
    const listed = await stripe.refunds.list({
      payment_intent: id,
      expand: ['data.charge', 'data.payment_intent.latest_charge', 'data.payment_method'],
    })
    expect(listed.data[0]).toMatchObject({
      charge: { object: 'charge' },
      payment_intent: { id, latest_charge: { object: 'charge' } },
      payment_method: { object: 'payment_method' },
    })
    expect(await stripe.charges.retrieve(refund.charge as string)).not.toHaveProperty('refunds')
  })

  test('what cannot be expanded is refused, and nothing is done', async () => {
    const { id, latest_charge } = await paidIntent(900)
    const wrong = [
      stripe.paymentIntents.retrieve(id, { expand: ['nonsense'] }),
      stripe.paymentIntents.retrieve(id, { expand: ['charge'] }),
      stripe.paymentIntents.retrieve(id, { expand: ['data.latest_charge'] }),
      stripe.paymentIntents.list({ expand: ['latest_charge'] }),
      stripe.charges.retrieve(latest_charge as string, { expand: ['payment_method'] }),
      stripe.refunds.create({ payment_intent: id, expand: ['latest_charge'] }),
    ]
    for (const error of await Promise.all(wrong.map(errorOf))) {
      expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
      expect(error.message).toContain('cannot be expanded')
    }
    expect((await stripe.refunds.list({ payment_intent: id })).data).toEqual([])
  })

  test('the largest and the smallest amount are taken', async () => {
    expect(await paidIntent(99_999_999)).toMatchObject({ amount_received: 99_999_999 })
    expect(await paidIntent(50)).toMatchObject({ amount_received: 50 })
  })

  test('what does not exist is a 404', async () => {
    const calls = [
      stripe.paymentIntents.retrieve('pi_none'),
      stripe.paymentIntents.confirm('pi_none', { payment_method: 'pm_card_visa' }),
      stripe.paymentIntents.cancel('pi_none'),
      stripe.paymentMethods.retrieve('pm_none'),
      stripe.charges.retrieve('ch_none'),
      stripe.refunds.retrieve('re_none'),
      stripe.events.retrieve('evt_none'),
      stripe.refunds.create({ payment_intent: 'pi_none' }),
    ]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
  })

  test('a refund gives all the money back, once', async () => {
    const intent = await paidIntent(1200)
    const refund = await stripe.refunds.create({ payment_intent: intent.id, metadata: { booking: '7' } })
    expect(refund).toMatchObject({
      amount: 1200,
      charge: intent.latest_charge,
      metadata: { booking: '7' },
      payment_intent: intent.id,
      status: 'succeeded',
    })
    const charge = await stripe.charges.retrieve(intent.latest_charge as string)
    expect(charge).toMatchObject({ amount_refunded: 1200, refunded: true })
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
      status: 'succeeded',
      amount_received: 1200,
    })
    const again = await errorOf(stripe.refunds.create({ payment_intent: intent.id }))
    expect(again).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  })

  test('refunds in parts add up, are listed newest first and page by page, and never exceed the payment', async () => {
    const { id } = await paidIntent(1000)
    const made: string[] = []
    for (const amount of [100, 200, 300])
      made.unshift((await stripe.refunds.create({ payment_intent: id, amount })).id)
    expect(await errorOf(stripe.refunds.create({ payment_intent: id, amount: 401 }))).toMatchObject({
      statusCode: 400,
    })
    const firstPage = await stripe.refunds.list({ payment_intent: id, limit: 2 })
    expect(firstPage.data.map((refund) => refund.id)).toEqual(made.slice(0, 2))
    expect(firstPage.has_more).toBe(true)
    const all = await stripe.refunds.list({ payment_intent: id, limit: 2 }).autoPagingToArray({ limit: 10 })
    expect(all.map((refund) => refund.id)).toEqual(made)
  })

  test('an unpaid intent has nothing to refund', async () => {
    const { id } = await intentOf(900)
    expect(await errorOf(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 })
  })

  test('intents are listed by when they were made', async () => {
    const older = await intentOf(900)
    const newer = await intentOf(900)
    const { data } = await stripe.paymentIntents.list({ limit: 100, created: { gte: older.created } })
    const order = data.map(({ id }) => id).filter((id) => id === older.id || id === newer.id)
    expect(order.toSorted()).toEqual([older.id, newer.id].toSorted())
    expect(data.every(({ created }) => created >= older.created)).toBe(true)
  })

  test('an idempotency key makes one intent of two equal calls, and says so', async () => {
    const idempotencyKey = uniqueKey()
    const parameters = { ...card, allowed_payment_method_types: ['card'], amount: 900 }
    const first = await stripe.paymentIntents.create(parameters, { idempotencyKey })
    const second = await stripe.paymentIntents.create(parameters, { idempotencyKey })
    expect(second).toEqual(first)
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  })

  test('an idempotency key refuses other parameters', async () => {
    const idempotencyKey = uniqueKey()
    await stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, { idempotencyKey })
    const error = await errorOf(
      stripe.paymentIntents.create({ amount: 901, currency: 'usd' }, { idempotencyKey }),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'idempotency_error' })
  })

  test('an idempotency key replays a decline, too, but not a refused parameter', async () => {
    const { id } = await intentOf(900)
    const idempotencyKey = uniqueKey()
    const decline = () =>
      errorOf(
        stripe.paymentIntents.confirm(
          id,
          { payment_method: 'pm_card_visa_chargeDeclined' },
          { idempotencyKey },
        ),
      )
    const first = await decline()
    expect((await decline()).charge).toBe(first.charge)
    const otherKey = { idempotencyKey: uniqueKey() }
    await errorOf(stripe.paymentIntents.create({ amount: 1, currency: 'usd' }, otherKey))
    expect(await stripe.paymentIntents.create({ amount: 900, currency: 'usd' }, otherKey)).toMatchObject({
      amount: 900,
    })
  })

  test('every step of a payment is an event', async () => {
    const { id } = await paidIntent(900)
    const ofIntent = ({ data }: Stripe.Event) => (data.object as { id?: string }).id === id
    for (const type of ['payment_intent.created', 'payment_intent.succeeded']) {
      const event = await until(type, async () =>
        (await stripe.events.list({ type, limit: 100 })).data.find(ofIntent),
      )
      expect(event).toMatchObject({
        object: 'event',
        type,
        livemode: false,
        data: { object: { id, amount: 900 } },
      })
      expect(await stripe.events.retrieve(event.id)).toMatchObject({ id: event.id, type })
    }
  })

  test('a wrong key is refused', async () => {
    const options = sandbox && {
      host: '127.0.0.1',
      port: new URL(sandbox.address).port,
      protocol: 'http' as const,
    }
    const stranger = new Stripe('sk_test_wrong', { ...options })
    const error = await errorOf(stranger.paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
    expect(error.statusCode).toBe(401)
  })
})
