import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { describeProviders, errorOf, intentOf, paidIntent, provider } from './testing/contract.ts'

const card = { currency: 'usd', allowed_payment_method_types: ['card'] } as const

describeProviders(() => {
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
    expect(await provider().paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test('a good card pays: intent, charge and payment method tell the same', async () => {
    const waiting = await intentOf(123_456)
    const intent = await provider().paymentIntents.confirm(waiting.id, { payment_method: 'pm_card_visa' })
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 123_456, last_payment_error: null })
    const charge = await provider().charges.retrieve(intent.latest_charge as string)
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
    const method = await provider().paymentMethods.retrieve(intent.payment_method as string)
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
      const error = await errorOf(provider().paymentIntents.confirm(id, { payment_method: method }))
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
      expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code })
      if (declineCode) expect(error.decline_code).toBe(declineCode)
      expect(error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' })
      const after = await provider().paymentIntents.retrieve(id)
      expect(after).toMatchObject({
        status: 'requires_payment_method',
        amount_received: 0,
        payment_method: null,
        last_payment_error: { type: 'card_error', code, message: error.message },
      })
      const paid = await provider().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
      expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null })
    },
  )

  test('a card that needs authentication leaves the intent waiting for its holder, and it can be canceled', async () => {
    const intent = await intentOf(700, { payment_method: 'pm_card_authenticationRequired', confirm: true })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await provider().paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
  })

  test('a payment method without a customer pays once', async () => {
    const method = await provider().paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    await intentOf(700, { payment_method: method.id, confirm: true })
    const error = await errorOf(intentOf(700, { payment_method: method.id, confirm: true }))
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
  })

  test('a paid intent can be neither paid again, nor canceled, nor changed in its amount', async () => {
    const { id } = await paidIntent(900)
    const calls = [
      provider().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      provider().paymentIntents.cancel(id),
      provider().paymentIntents.update(id, { amount: 901 }),
    ]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await provider().paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 900 })
  })

  test('a canceled intent stays canceled', async () => {
    const { id } = await intentOf(900)
    const canceled = await provider().paymentIntents.cancel(id, { cancellation_reason: 'abandoned' })
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    const confirming = provider().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    for (const error of await Promise.all([confirming, provider().paymentIntents.cancel(id)].map(errorOf))) {
      expect(error).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      })
    }
  })

  test('an unpaid intent can be changed, its metadata key by key', async () => {
    const { id } = await intentOf(900, { metadata: { kept: 'a', removed: 'b' } })
    const updated = await provider().paymentIntents.update(id, {
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
    const error = await errorOf(
      provider().paymentIntents.create(parameters as Stripe.PaymentIntentCreateParams),
    )
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
    const redirecting = await provider().paymentIntents.create({ amount: 900, currency: 'usd' })
    const withoutWayBack = [
      provider().paymentIntents.create(confirmed),
      provider().paymentIntents.create({ ...confirmed, automatic_payment_methods: { enabled: true } }),
      provider().paymentIntents.confirm(redirecting.id, { payment_method: 'pm_card_visa' }),
    ]
    for (const error of await Promise.all(withoutWayBack.map(errorOf))) {
      expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
      expect(error.message).toContain('return_url')
    }
    const return_url = 'https://shop.example/paid'
    const paid = await Promise.all([
      provider().paymentIntents.create({ ...confirmed, return_url }),
      provider().paymentIntents.confirm(redirecting.id, { payment_method: 'pm_card_visa', return_url }),
      provider().paymentIntents.create({
        ...confirmed,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      }),
    ])
    expect(paid.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  })

  test('an answer holds the objects that it is asked to expand, as far as it has them', async () => {
    const { id } = await paidIntent(900)
    const refund = await provider().refunds.create({ payment_intent: id })
    const intent = await provider().paymentIntents.retrieve(id, {
      expand: ['latest_charge.refunds', 'payment_method', 'customer', 'review'],
    })
    expect(intent).toMatchObject({
      payment_method: { object: 'payment_method' },
      customer: null,
      review: null,
    })
    expect(intent.latest_charge).toMatchObject({ refunds: { object: 'list', data: [{ id: refund.id }] } })
    const listed = await provider().refunds.list({
      payment_intent: id,
      expand: ['data.charge', 'data.payment_intent.latest_charge', 'data.payment_method'],
    })
    expect(listed.data[0]).toMatchObject({
      charge: { object: 'charge' },
      payment_intent: { id, latest_charge: { object: 'charge' } },
      payment_method: { object: 'payment_method' },
    })
    expect(await provider().charges.retrieve(refund.charge as string)).not.toHaveProperty('refunds')
  })

  test('what cannot be expanded is refused, and nothing is done', async () => {
    const { id, latest_charge } = await paidIntent(900)
    const wrong = [
      provider().paymentIntents.retrieve(id, { expand: ['nonsense'] }),
      provider().paymentIntents.retrieve(id, { expand: ['charge'] }),
      provider().paymentIntents.retrieve(id, { expand: ['data.latest_charge'] }),
      provider().paymentIntents.list({ expand: ['latest_charge'] }),
      provider().charges.retrieve(latest_charge as string, { expand: ['payment_method'] }),
      provider().refunds.create({ payment_intent: id, expand: ['latest_charge'] }),
    ]
    for (const error of await Promise.all(wrong.map(errorOf))) {
      expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
      expect(error.message).toContain('cannot be expanded')
    }
    expect((await provider().refunds.list({ payment_intent: id })).data).toEqual([])
  })
})
