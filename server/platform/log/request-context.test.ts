import { expect, test, vi } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile({ JOBS: 'on' })
const checkout = openCheckoutClient(shop)

const linesOf = (requestId: string | null) =>
  shop.log.map((line) => JSON.parse(line)).filter((line) => line.requestId === requestId)

test('one id leads from a payment to its calls to the card provider and to the mails it caused', async () => {
  const buyer = await shop.signUp()
  const booking = await checkout.order(buyer, await checkout.addProduct(1_000))
  // So that the browser is the one who tells of the payment.
  await checkout.provider.turn({ webhooks: 'drop' })
  const clientSecret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(clientSecret)
  const { status, headers } = await checkout.report(buyer, booking, clientSecret)
  expect(status).toBe(200)
  const id = headers.get('x-request-id')
  await vi.waitUntil(() => linesOf(id).some(({ msg }) => msg === 'a job is done'), { timeout: 15_000 })
  const lines = linesOf(id)
  expect(lines.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining(['the card provider answered', 'answered', 'a job is done']),
  )
  expect(lines.find(({ queue }) => queue)).toMatchObject({ queue: 'send-mail', key: expect.any(String) })
  expect(lines.find(({ providerRequestId }) => providerRequestId)).toMatchObject({
    providerRequestId: expect.stringMatching(/^req_/),
    method: 'GET',
    path: expect.stringMatching(/^\/v1\/payment_intents\/pi_/),
  })
  // Each line says it once.
  for (const line of shop.log) expect(line.split('"requestId"').length).toBeLessThanOrEqual(2)
})

test('a request id that a caller sends is not taken over', async () => {
  const sent = { 'x-request-id': 'mine', 'request-id': 'mine', traceparent: 'mine' }
  const { headers } = await shop.call('GET', '/api/nothing', { headers: sent })
  const id = headers.get('x-request-id')
  expect(id).toMatch(/^[\da-f-]{36}$/)
  expect(linesOf(id)).toMatchObject([{ msg: 'answered' }])
  expect(shop.log.join('')).not.toContain('mine')
})
