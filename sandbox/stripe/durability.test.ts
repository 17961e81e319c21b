import { appendFile, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SandboxProcess, startSandbox, temporaryFolder } from './testing/sandbox-process.ts'
import { until } from './testing/until.ts'
import { receiveWebhooks } from './testing/webhook-receiver.ts'

// Most of these start the process twice.
vi.setConfig({ testTimeout: 60_000 })

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let sandbox: SandboxProcess
let shop: Awaited<ReturnType<typeof receiveWebhooks>>

beforeEach(async () => {
  folder = await temporaryFolder()
  shop = await receiveWebhooks()
  sandbox = await startSandbox(folder.path, shop.url)
})
afterEach(async () => {
  await sandbox.kill()
  shop.close()
  await folder.remove()
})

const journal = () => join(folder.path, 'stripe-journal.jsonl')
const payment: Stripe.PaymentIntentCreateParams = {
  amount: 4200,
  currency: 'usd',
  allowed_payment_method_types: ['card'],
}
async function pay() {
  const { id } = await sandbox.stripe.paymentIntents.create(payment)
  return sandbox.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
}

async function restart() {
  sandbox = await startSandbox(folder.path, shop.url)
}

test('a killed sandbox has everything again when it is started again', async () => {
  const idempotencyKey = 'durable'
  const intent = await sandbox.stripe.paymentIntents.create(payment, { idempotencyKey })
  const paid = await pay()
  const refund = await sandbox.stripe.refunds.create({ payment_intent: paid.id, amount: 200 })
  await sandbox.kill()
  await restart()
  const { stripe } = sandbox
  expect(await stripe.paymentIntents.retrieve(intent.id)).toEqual(intent)
  expect(await stripe.refunds.retrieve(refund.id)).toEqual(refund)
  expect(await stripe.paymentIntents.retrieve(paid.id)).toEqual(paid)
  expect(await stripe.paymentIntents.create(payment, { idempotencyKey })).toEqual(intent)
  expect((await stripe.paymentIntents.list()).data).toHaveLength(2)
})

test('every payment that was answered survives a kill in the middle of many', async () => {
  const answered: string[] = []
  const calls = Array.from({ length: 60 }, async () => {
    answered.push((await pay()).id)
    if (answered.length === 20) await sandbox.kill()
  })
  await Promise.allSettled(calls)
  expect(answered.length).toBeGreaterThanOrEqual(20)
  await restart()
  const kept = await sandbox.stripe.paymentIntents.list({ limit: 100 })
  const paid = kept.data.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
  expect(paid).toEqual(expect.arrayContaining(answered))
})

test('a webhook that nobody took before the kill arrives after it', async () => {
  shop.answerWith(503)
  const intent = await pay()
  await shop.deliveries('payment_intent.succeeded')
  await sandbox.kill()
  shop.received.length = 0
  shop.answerWith(200)
  await restart()
  const [delivery] = await shop.deliveries('payment_intent.succeeded')
  expect(delivery?.event.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
})

test('a line that a crash tore off is dropped, and writing goes on behind what is whole', async () => {
  const intent = await sandbox.stripe.paymentIntents.create(payment)
  await sandbox.kill()
  await appendFile(journal(), '[["payment_intent","pi_torn",{"id":"pi_to')
  await restart()
  const later = await sandbox.stripe.paymentIntents.create(payment)
  await sandbox.kill()
  await restart()
  const { data } = await sandbox.stripe.paymentIntents.list()
  expect(data.map(({ id }) => id)).toEqual([later.id, intent.id])
})

test('a journal that is damaged in its middle is refused, and the place is named', async () => {
  await sandbox.kill()
  await appendFile(journal(), 'nonsense\n[]\n')
  await expect(startSandbox(folder.path, shop.url)).rejects.toThrow(/journal is damaged: .* line \d+/)
})

test('a second writer of the journal is noticed, and stops the sandbox instead of mixing with it', async () => {
  await sandbox.stripe.paymentIntents.create(payment)
  await appendFile(journal(), '[]\n')
  await expect(sandbox.stripe.paymentIntents.create(payment)).rejects.toThrow()
  await until(
    'the reason is said',
    () => sandbox.errors().match(/another process writes to the journal/) ?? undefined,
  )
})

test('the sandbox ends when the shop is gone', async () => {
  expect(await sandbox.stop()).toBe(0)
})

test('no card number is written down', async () => {
  const typed = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '987' }
  await sandbox.browser.paymentMethods.create({ type: 'card', card: typed }, { idempotencyKey: 'typed' })
  const unknown = { ...typed, number: '4111111111111111' }
  await sandbox.browser.paymentMethods.create({ type: 'card', card: unknown }).catch(() => undefined)
  await sandbox.stop()
  const written = (await readFile(journal(), 'utf8')) + sandbox.errors()
  expect(written).toContain('"last4":"4242"')
  expect(written).not.toMatch(/424242424242|411111|"cvc"/)
})
