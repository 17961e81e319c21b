import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { describeProviders, errorOf, intentOf, paidIntent, provider } from './testing/describe-providers.ts'

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
      livemode: false,
      metadata: { booking: '7', note: 'a & b' },
      payment_method: null,
      payment_method_types: ['card'],
      status: 'requires_payment_method',
    })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`))
    expect(await provider().paymentIntents.retrieve(intent.id)).toEqual(intent)
  })

  test('a good card pays', async () => {
    const intent = await paidIntent(123_456)
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 123_456, last_payment_error: null })
    expect(await provider().paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
  })

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
  ])(
    '%s is declined (%s), and another card can then pay the same intent',
    async (method, code, declineCode) => {
      const { id } = await intentOf(700)
      const error = await errorOf(provider().paymentIntents.confirm(id, { payment_method: method }))
      expect(error).toBeInstanceOf(Stripe.errors.StripeCardError)
      expect(error).toMatchObject({ statusCode: 402, rawType: 'card_error', code })
      expect(error.decline_code).toBe(declineCode)
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
    const { id } = await intentOf(700)
    const intent = await provider().paymentIntents.confirm(id, {
      payment_method: 'pm_card_authenticationRequired',
    })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect(await provider().paymentIntents.cancel(intent.id)).toMatchObject({ status: 'canceled' })
  })

  test('a payment method without a customer pays once', async () => {
    const { payment_method } = await paidIntent(700)
    const { id } = await intentOf(700)
    const again = provider().paymentIntents.confirm(id, { payment_method: payment_method as string })
    const error = await errorOf(again)
    expect(error).toMatchObject({ statusCode: 400, rawType: 'invalid_request_error' })
  })

  test('a paid intent can be neither paid again nor canceled', async () => {
    const { id } = await paidIntent(900)
    const calls = [
      provider().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
      provider().paymentIntents.cancel(id),
    ]
    for (const error of await Promise.all(calls.map(errorOf)))
      expect(error).toMatchObject({ statusCode: 400, code: 'payment_intent_unexpected_state' })
    expect(await provider().paymentIntents.retrieve(id)).toMatchObject({ status: 'succeeded', amount: 900 })
  })

  test('a canceled intent stays canceled', async () => {
    const { id } = await intentOf(900)
    const canceled = await provider().paymentIntents.cancel(id)
    expect(canceled).toMatchObject({ status: 'canceled' })
    expect(canceled.canceled_at).toBeGreaterThan(0)
    const confirming = provider().paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
    for (const error of await Promise.all([confirming, provider().paymentIntents.cancel(id)].map(errorOf))) {
      expect(error).toMatchObject({
        code: 'payment_intent_unexpected_state',
        payment_intent: { status: 'canceled' },
      })
    }
  })

  test.each<[string, object, Partial<Stripe.errors.StripeError>]>([
    [
      'an unknown parameter',
      { amount: 900, ...card, nonsense: 1 },
      { code: 'parameter_unknown', param: 'nonsense' },
    ],
    ['payment_method_types', { amount: 900, currency: 'usd', payment_method_types: ['card'] }, {}],
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
    ['no amount', card, { code: 'parameter_missing', param: 'amount' }],
    ['no currency', { amount: 900 }, { code: 'parameter_missing', param: 'currency' }],
    ['an unknown currency', { amount: 900, ...card, currency: 'zzz' }, { param: 'currency' }],
    ['part of a cent', { amount: 10.5, ...card }, { code: 'parameter_invalid_integer', param: 'amount' }],
    ['a negative amount', { amount: -900, ...card }, { param: 'amount' }],
    ['less than half a dollar', { amount: 49, ...card }, { code: 'amount_too_small' }],
    ['a million dollars', { amount: 100_000_000, ...card }, { code: 'amount_too_large' }],
  ])('an intent with %s is refused', async (_, parameters, expected) => {
    const error = await errorOf(
      provider().paymentIntents.create(parameters as Stripe.PaymentIntentCreateParams),
    )
    expect(error).toBeInstanceOf(Stripe.errors.StripeInvalidRequestError)
    expect(error).toMatchObject({ statusCode: 400, ...expected })
  })

  test('what the customer is told of a payment is on the intent', async () => {
    const told = {
      description: '100 × Claw hammer',
      receipt_email: 'buyer@example.com',
      statement_descriptor_suffix: 'ID0197A0C0',
      shipping: { name: 'A Buyer', phone: '555 0100', address: { line1: '1 Example Street' } },
    }
    expect(await paidIntent(900, told)).toMatchObject(told)
  })
})
