import { expect, test } from 'vitest'
import { type Booking, booking as bookingShape } from '#contract/sales/bookings.ts'
import type { Refund } from '#contract/sales/refunds.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

const DAY_MS = 86_400_000

const { shop, checkout, buyer, product } = await openTroubledCheckout()
const admin = await shop.signUpAdmin()

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const TOO_EARLY = 'A payment cannot have been received more than a year before the order was placed'
const transfer = (given: object = {}) => ({ reference: 'Transfer 7', receivedOn: daysFromNow(0), ...given })
const record = ({ _id }: Booking, body: unknown = transfer()) =>
  shop.call('POST', `/api/booking/${_id}/bank-payment`, { token: admin.token, body })
const mailsAbout = async ({ _id }: Booking, kind: string) => {
  const { rows } = await shop.shop.db.$client.query(
    `select 1 from mails where kind = $1 and data->>'bookingId' = $2`,
    [kind, _id],
  )
  return rows.length
}

test('an order that was paid by bank is paid, has an invoice, and both sides are told once', async () => {
  const booking = await checkout.order(buyer, product)
  const { status, json } = await record(booking)
  expect(status).toBe(200)
  const { heldUntil: _, ...unpaid } = booking
  expect(bookingShape.strict().parse(json)).toEqual({
    ...unpaid,
    paid: true,
    paidAt: expect.any(String),
    transictionId: `BANK-${booking.number}`,
    invoice: expect.stringMatching(/^TEST-\d{4}-\d{6}$/),
    bankPayment: transfer(),
  })
  expect(await checkout.see(buyer, booking)).toEqual(json)
  expect((await record(booking)).json).toEqual(json)
  for (const kind of ['paid', 'new-paid-order']) expect(await mailsAbout(booking, kind)).toBe(1)
})

test('another transfer for the same order, or one for an order that was paid by card, is refused', async () => {
  const byBank = await checkout.order(buyer, product)
  await record(byBank)
  const byCard = await checkout.buy(buyer, product)
  for (const [booking, body] of [
    [byBank, transfer({ reference: 'Transfer 8' })],
    [byBank, transfer({ receivedOn: daysFromNow(-1) })],
    [byCard, transfer()],
  ] as const) {
    const refused = await record(booking, body)
    expect([refused.status, refused.json.error]).toEqual([409, 'This order is already paid'])
  }
})

test('one transfer may pay several orders', async () => {
  const [one, other] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  for (const booking of [one, other]) expect((await record(booking)).json.paid).toBe(true)
})

test.each([
  ['receivedOn', daysFromNow(2), 'A payment cannot have been received in the future'],
  ['receivedOn', '0026-11-15', TOO_EARLY],
  ['receivedOn', '0000-01-01', TOO_EARLY],
  ['receivedOn', daysFromNow(-400), TOO_EARLY],
  ['receivedOn', 'today', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
  ['reference', ' ', 'The reference is required'],
])('%s = %j is refused at the field', async (field, value, error) => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  const { status, json } = await record(booking, transfer({ [field]: value }))
  expect([status, json]).toEqual([400, { success: false, error, field }])
  expect(await checkout.see(buyer, booking)).toEqual(booking)
  expect((await checkout.provider.confirm(secret)).paid, 'the card can still pay').toBe(true)
})

test('an open page can no longer pay by card', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  expect((await record(booking)).status).toBe(200)
  expect((await checkout.provider.confirm(secret)).paid).toBe(false)
})

test('a card payment that succeeded first is the one that counts', async () => {
  await checkout.provider.turn({ webhooks: 'drop' })
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(secret)
  const refused = await record(booking)
  expect([refused.status, refused.json.error]).toEqual([409, 'This order is already paid'])
  const paid = await checkout.see(buyer, booking)
  expect(paid).toMatchObject({ paid: true })
  expect(paid).not.toHaveProperty('bankPayment')
})

test('a card payment that comes all the same is given back', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.begin(buyer, booking)
  const second = await checkout.provider.createIntent(booking.price * 100, await checkout.attemptOf(booking))
  await record(booking)
  await checkout.provider.confirm(second.client_secret as string)
  await checkout.provider.delivered()
  const { json } = await shop.call('GET', '/api/refunds', { token: admin.token })
  expect((json as Refund[]).find(({ transictionId }) => transictionId === second.id)).toMatchObject({
    state: 'refunded',
    reason: 'The order was already paid',
  })
  expect(await checkout.see(buyer, booking)).not.toHaveProperty('refunds')
})

test('a provider that is down, or a payment that is being processed: nothing is recorded', async () => {
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.turn({ down: true })
  const unreachable = await record(booking)
  expect(unreachable.status).toBe(503)
  expect(unreachable.json.error).toBe(
    'The payment provider cannot be reached. Nothing was recorded: try again in a minute.',
  )
  await checkout.provider.turn({ down: false, processing: true })
  await checkout.provider.confirm(secret)
  const processing = await record(booking)
  expect([processing.status, processing.json.error]).toEqual([
    409,
    'A card payment for this order is being processed. Try again in a minute.',
  ])
  expect(await checkout.see(buyer, booking)).toEqual(booking)
})

test('a lapsed order is held again when its units are there, otherwise refused in a sentence', async () => {
  const scarce = await checkout.addProduct(250)
  const [lapsed, late] = [await checkout.order(buyer, scarce, 100), await checkout.order(buyer, scarce, 100)]
  await checkout.lapse(lapsed)
  await checkout.lapse(late)
  expect((await record(lapsed)).json).toMatchObject({ paid: true, held: true })
  expect(await checkout.quantity(scarce)).toBe(150)
  await checkout.order(buyer, scarce, 100)
  const refused = await record(late)
  expect([refused.status, refused.json.error]).toEqual([
    409,
    'This order is no longer held and its units are no longer available: restock the product first, or send the money back',
  ])
  expect(await checkout.see(buyer, late)).toMatchObject({ paid: false, held: false })
})

test('a deleted order cannot be paid', async () => {
  const booking = await checkout.order(buyer, product)
  await checkout.remove(buyer, booking)
  expect((await record(booking)).status).toBe(404)
})
