import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SandboxProcess, startSandbox, temporaryFolder } from './testing/sandbox-process.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: SandboxProcess

beforeAll(async () => {
  folder = await temporaryFolder()
  sandbox = await startSandbox(folder.path)
})
afterAll(async () => {
  await sandbox.stop()
  await folder.remove()
})

const typed = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 34, cvc: '123' }
const newIntent = () =>
  sandbox.stripe.paymentIntents.create({
    amount: 4200,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    metadata: { internal: 'note' },
  })
const typeCard = (card: Partial<typeof typed> = {}) =>
  sandbox.browser.paymentMethods.create({
    type: 'card',
    card: { ...typed, ...card },
    billing_details: { name: 'A. Buyer' },
  })
const secretOf = ({ client_secret }: Stripe.PaymentIntent) => client_secret as string

/** What the challenge's page sends. */
async function answerChallenge(intent: Stripe.PaymentIntent, outcome: string, secret = secretOf(intent)) {
  const form = new URLSearchParams({ key: 'pk_test_of_the_tests', client_secret: secret, outcome })
  return fetch(`${sandbox.address}/sandbox/stripe/challenge/${intent.id}`, { method: 'POST', body: form })
}

test('the browser sees of an intent what it needs to pay, and nothing of the shop’s', async () => {
  const intent = await newIntent()
  const method = await typeCard()
  const confirmation = { payment_method: method.id, client_secret: secretOf(intent) }
  const paid = await sandbox.browser.paymentIntents.confirm(
    intent.id,
    confirmation as Stripe.PaymentIntentConfirmParams,
  )
  const seen = await sandbox.browser.paymentIntents.retrieve(intent.id, { client_secret: secretOf(intent) })
  expect(seen).toEqual(paid)
  expect(seen).toMatchObject({ id: intent.id, status: 'succeeded', amount: 4200 })
  for (const hidden of ['metadata', 'latest_charge', 'amount_received', 'customer', 'application'])
    expect(seen).not.toHaveProperty(hidden)
  expect(method.card).not.toHaveProperty('fingerprint')
  expect(method).toMatchObject({ card: { last4: '4242' }, billing_details: { name: 'A. Buyer' } })
})

test('a decline shows the browser no more of the intent than anything else does', async () => {
  const intent = await newIntent()
  const confirmation = { payment_method: 'pm_card_visa_chargeDeclined', client_secret: secretOf(intent) }
  const declining = sandbox.browser.paymentIntents.confirm(
    intent.id,
    confirmation as Stripe.PaymentIntentConfirmParams,
  )
  const error = await declining.then(
    () => null,
    (reason) => reason,
  )
  expect(error).toMatchObject({ code: 'card_declined', payment_intent: { id: intent.id } })
  expect(error.payment_intent).not.toHaveProperty('metadata')
})

test('without its secret an intent can be neither seen nor paid with the publishable key', async () => {
  const { id } = await newIntent()
  const wrong = { client_secret: `${id}_secret_guess` }
  const { paymentIntents } = sandbox.browser
  await expect(paymentIntents.retrieve(id)).rejects.toMatchObject({ statusCode: 400, param: 'client_secret' })
  await expect(paymentIntents.retrieve(id, wrong)).rejects.toMatchObject({
    code: 'payment_intent_invalid_parameter',
  })
  const confirmation = { ...wrong, payment_method: 'pm_card_visa' } as Stripe.PaymentIntentConfirmParams
  await expect(paymentIntents.confirm(id, confirmation)).rejects.toMatchObject({ statusCode: 400 })
})

test('the publishable key can do nothing that is the shop’s to do', async () => {
  const { browser } = sandbox
  const { id } = await newIntent()
  const calls = [
    browser.paymentIntents.create({ amount: 900, currency: 'usd' }),
    browser.paymentIntents.list(),
    browser.paymentIntents.cancel(id),
    browser.refunds.create({ payment_intent: id }),
    browser.events.list(),
  ]
  for (const result of await Promise.allSettled(calls))
    expect(result).toMatchObject({
      status: 'rejected',
      reason: { statusCode: 403, code: 'secret_key_required' },
    })
})

test.each([
  ['a wrong check digit', { number: '4242424242424241' }, 'incorrect_number'],
  ['no test card', { number: '4111111111111111' }, 'card_declined'],
  ['a month that is none', { exp_month: 13 }, 'invalid_expiry_month'],
  ['a year that is over', { exp_year: 20 }, 'invalid_expiry_year'],
  ['a short security code', { cvc: '1' }, 'invalid_cvc'],
])('a card with %s is refused', async (_, card, code) => {
  await expect(typeCard(card)).rejects.toMatchObject({ statusCode: 402, code })
})

test('only test cards: the refusal says so', async () => {
  await expect(typeCard({ number: '4111111111111111' })).rejects.toThrow(/test mode, but used a non test/)
})

test('a challenge is answered once, by whoever has the secret: failed, then passed', async () => {
  const intent = await newIntent()
  const ask = () =>
    sandbox.stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' })
  await ask()
  expect((await answerChallenge(intent, 'authorize', 'wrong')).status).toBe(400)
  expect((await answerChallenge(intent, 'fail')).status).toBe(200)
  expect(await sandbox.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
  expect((await answerChallenge(intent, 'authorize')).status).toBe(400)
  await ask()
  expect((await answerChallenge(intent, 'authorize')).status).toBe(200)
  const paid = await sandbox.stripe.paymentIntents.retrieve(intent.id)
  expect(paid).toMatchObject({ status: 'succeeded' })
})

test.each(['card.html', 'challenge.html'])(
  '%s may run only its own files, and be framed only by the shop',
  async (name) => {
    const response = await fetch(`${sandbox.address}/sandbox/stripe/${name}`)
    const policy = response.headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).toContain("frame-ancestors 'self'")
    const files = [...(await response.text()).matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file)
    expect(files).not.toEqual([])
    for (const file of files) {
      const loaded = await fetch(`${sandbox.address}/sandbox/stripe/${file}`)
      expect([file, loaded.status, loaded.headers.get('access-control-allow-origin')]).toEqual([
        file,
        200,
        '*',
      ])
    }
  },
)

test('the script for the page is plain JavaScript that needs no module', async () => {
  const response = await fetch(`${sandbox.address}/sandbox/stripe/stripe.js`)
  expect(response.headers.get('content-type')).toContain('text/javascript')
  const script = await response.text()
  expect(() => new Function(script)).not.toThrow()
})
