import Stripe from 'stripe'
import { afterAll, beforeAll, describe } from 'vitest'
import { type SandboxProcess, startSandbox, temporaryFolder } from './sandbox-process.ts'

const testModeKey = process.env.STRIPE_TEST_SECRET_KEY
const providers = testModeKey ? ['the sandbox', "Stripe's test mode"] : ['the sandbox']

let stripe: Stripe
let sandbox: SandboxProcess | null = null
/** Whichever provider is being asked. */
export const provider = () => stripe

/** Where it is reached, for a client of another key. */
export const address = () =>
  sandbox ? { host: '127.0.0.1', port: new URL(sandbox.address).port, protocol: 'http' as const } : {}

/** What the shop relies on, asked of the sandbox always and of Stripe's own test mode when a key of it is given. */
export const describeProviders = (tests: () => void) =>
  describe.each(providers)('%s', { timeout: 30_000 }, (name) => {
    let folder: Awaited<ReturnType<typeof temporaryFolder>> | null = null

    beforeAll(async () => {
      if (name === 'the sandbox') {
        folder = await temporaryFolder()
        sandbox = await startSandbox(folder.path)
        stripe = sandbox.stripe
      } else {
        sandbox = null
        stripe = new Stripe(testModeKey as string)
      }
    })
    afterAll(async () => {
      await sandbox?.stop()
      await folder?.remove()
    })
    tests()
  })

const card = { currency: 'usd', allowed_payment_method_types: ['card'] } as const
export const intentOf = (amount: number, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({ ...card, allowed_payment_method_types: ['card'], amount, ...more })
export async function paidIntent(amount: number, more: Partial<Stripe.PaymentIntentCreateParams> = {}) {
  const { id } = await intentOf(amount, more)
  return stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
}

export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Stripe.errors.StripeError) return error
  throw new Error(`expected an error of the provider, got ${String(error)}`)
}
