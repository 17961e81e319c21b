import { beforeEach, describe, expect, test } from 'vitest'
import { type Booking, booking as bookingShape } from '#contract/sales/bookings.ts'
import type { Refund } from '#contract/sales/refunds.ts'
import { containedTax } from '#contract/sales/tax.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

const { shop, checkout, runJobsLater, buyer, product } = await openTroubledCheckout({
  TAX_LABEL: 'VAT',
  TAX_PERCENT: '19',
})
const admin = await shop.signUpAdmin()

type Sent = { amount?: number; reason?: string; restock?: number }
const refund = ({ _id }: Booking, sent: Sent = {}, key?: string) =>
  shop.call('POST', `/api/booking/${_id}/refunds`, {
    token: admin.token,
    body: { reason: 'Damaged', ...sent },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const retry = (id: string) => shop.call('POST', `/api/refunds/${id}/retry`, { token: admin.token })
const see = async (booking: Booking) => (await checkout.see(buyer, booking)) as Booking
const refundsOf = async (booking: Booking) => (await see(booking)).refunds ?? []
const stored = async ({ _id }: Booking) =>
  (await shop.shop.db.$client.query('select * from refunds where booking_id = $1 order by id', [_id])).rows
const madeOf = async ({ transictionId }: Booking) =>
  (await checkout.provider.refunds()).filter(({ payment_intent }) => payment_intent === transictionId)
const toShip = async ({ number }: Booking) => {
  const target = `/api/bookings?state=to-ship&q=%23${number}`
  return (await shop.call('GET', target, { token: admin.token })).json.length === 1
}
const giveUp = async () => {
  for (let round = 0; round < 12; round++) await runJobsLater()
}

async function buyByBank(): Promise<Booking> {
  const { _id } = await checkout.order(buyer, product)
  const body = { reference: 'Transfer 7', receivedOn: new Date().toISOString().slice(0, 10) }
  return (await shop.call('POST', `/api/booking/${_id}/bank-payment`, { token: admin.token, body })).json
}

let paid: Booking
beforeEach(async () => {
  paid = await checkout.buy(buyer, product)
})

test('a part and then the rest go back to the card, each with a credit note, and the order stays paid', async () => {
  const first = await refund(paid, { amount: 500.01 })
  expect(first.status).toBe(200)
  expect(bookingShape.strict().parse(first.json)).toEqual({
    ...paid,
    refunds: [
      {
        _id: expect.any(String),
        amount: 500.01,
        state: 'succeeded',
        creditNote: expect.stringMatching(/^TEST-C-\d{4}-\d{6}$/),
        createdAt: expect.any(String),
      },
    ],
  })
  const second = await refund(paid)
  expect(second.json).toMatchObject({ paid: true, refunds: [{ amount: 500.01 }, { amount: 1498.99 }] })
  expect((await madeOf(paid)).map(({ amount }) => amount)).toEqual([149_899, 50_001])
  expect(await see(paid)).toEqual(second.json)
  expect([await toShip(first.json), await toShip(await checkout.buy(buyer, product))]).toEqual([false, true])
  const none = await refund(paid, { amount: 0.01 })
  expect([none.status, none.json.error]).toEqual([409, 'This order has already been refunded in full'])
})

test('the taxes of the credit notes add up to that of the invoice', async () => {
  for (const amount of [0.01, 333.33, 333.34]) await refund(paid, { amount })
  await refund(paid)
  const { rows } = await shop.shop.db.$client.query(
    'select kind, sum(tax_cents)::int as tax, sum(total_cents)::int as total from documents where booking_id = $1 group by kind',
    [paid._id],
  )
  const figures = { tax: containedTax(199_900, 19), total: 199_900 }
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: 'invoice', ...figures },
      { kind: 'credit-note', ...figures },
    ]),
  )
})

test('an order that was paid by bank: the refund is recorded, and nothing is asked of the provider', async () => {
  const byBank = await buyByBank()
  const before = await checkout.provider.refunds()
  const { json } = await refund(byBank, { amount: 100 })
  expect(json.refunds).toMatchObject([{ amount: 100, state: 'succeeded', creditNote: expect.any(String) }])
  expect(await checkout.provider.refunds()).toEqual(before)
  const { json: listed } = await shop.call('GET', '/api/refunds', { token: admin.token })
  expect((listed as Refund[]).find(({ bookingId }) => bookingId === byBank._id)).toMatchObject({
    transictionId: byBank.transictionId,
    state: 'refunded',
    reason: 'Damaged',
  })
})

test('units are put back once, in the same moment, and never more than were ordered', async () => {
  const before = await checkout.quantity(product)
  expect((await refund(paid, { amount: 1, restock: 60 })).json.restocked).toBe(60)
  expect(await checkout.quantity(product)).toBe(before + 60)
  const refused = await refund(paid, { amount: 1, restock: 41 })
  expect([refused.status, refused.json]).toEqual([
    409,
    { success: false, error: 'At most 40 units can be put back', field: 'restock' },
  ])
  expect((await refund(paid, { restock: 40 })).json.restocked).toBe(100)
  expect(await checkout.quantity(product)).toBe(before + 100)
})

test('the same key is one refund; with another content it is refused', async () => {
  const sent = { amount: 10, restock: 5 }
  const [first, second] = [await refund(paid, sent, 'once'), await refund(paid, sent, 'once')]
  expect(second.json).toEqual(first.json)
  expect(await refundsOf(paid)).toHaveLength(1)
  for (const other of [
    { ...sent, amount: 11 },
    { ...sent, restock: 6 },
    { ...sent, reason: 'Late' },
  ]) {
    const refused = await refund(paid, other, 'once')
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This idempotency key was used with another body',
    ])
  }
  // A key belongs to its order.
  const another = await checkout.buy(buyer, product)
  expect((await refund(another, { amount: 11 }, 'once')).status).toBe(200)
})

describe('refuses in a sentence', () => {
  test.each<[Record<string, unknown>, number, string, string]>([
    [{ amount: 1999.01 }, 409, 'amount', 'At most $1,999.00 can be refunded'],
    [{ amount: 0 }, 400, 'amount', 'The amount must be at least $0.01'],
    [{ amount: 0.001 }, 400, 'amount', 'The amount must be at least $0.01'],
    [{ amount: 1.001 }, 400, 'amount', 'Enter the amount with at most two decimal places'],
    [{ restock: -1 }, 400, 'restock', 'The number of units to put back must be 0 or more'],
    [{ restock: 101 }, 409, 'restock', 'At most 100 units can be put back'],
    [{ reason: '' }, 400, 'reason', 'The reason is required'],
  ])('%j', async (sent, status, field, error) => {
    const answer = await refund(paid, sent)
    expect([answer.status, answer.json]).toEqual([status, { success: false, error, field }])
    expect(await see(paid)).toEqual(paid)
  })

  test('an order that is not paid, deleted or unknown', async () => {
    const open = await checkout.order(buyer, product)
    const unpaid = await refund(open)
    expect([unpaid.status, unpaid.json.error]).toEqual([
      409,
      'This order is not paid: there is nothing to refund',
    ])
    await checkout.remove(buyer, open)
    expect((await refund(open)).status).toBe(404)
  })
})

test('a refund that waits for the provider is pending, counts, and is made later, once', async () => {
  await checkout.provider.turn({ down: true })
  const { json } = await refund(paid, { amount: 1500 })
  expect(json.refunds).toMatchObject([{ amount: 1500, state: 'pending' }])
  expect(json.refunds[0]).not.toHaveProperty('creditNote')
  const more = await refund(paid, { amount: 500 })
  expect([more.status, more.json.error]).toEqual([409, 'At most $499.00 can be refunded'])
  await checkout.provider.turn({ down: false, loseAnswers: 3 })
  await runJobsLater()
  await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([{ state: 'succeeded', creditNote: expect.any(String) }])
  expect(await madeOf(paid)).toHaveLength(1)
})

test('the provider has made it and the shop was not told: days later, when its key is forgotten, there is still one refund', async () => {
  await checkout.provider.turn({ webhooks: 'drop', loseAnswers: 3 })
  await refund(paid, { amount: 700 })
  expect(await refundsOf(paid)).toMatchObject([{ state: 'pending' }])
  // Another key is what a forgotten one amounts to.
  await shop.shop.db.$client.query(
    `update refunds set provider_key = 'forgotten-' || id where booking_id = $1`,
    [paid._id],
  )
  await checkout.provider.turn({ loseAnswers: 0 })
  await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([{ state: 'succeeded', amount: 700 }])
  expect(await madeOf(paid)).toHaveLength(1)
})

test('a refund that succeeds later gets its credit note then', async () => {
  await checkout.provider.turn({ pendingRefunds: true })
  expect((await refund(paid, { amount: 5 })).json.refunds).toMatchObject([{ state: 'pending' }])
  await checkout.provider.turn({ pendingRefunds: false })
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toMatchObject([{ state: 'succeeded', creditNote: expect.any(String) }])
})

test('a refund that the bank returns keeps its credit note and is made anew without a second one', async () => {
  await refund(paid, { amount: 400 })
  const [{ creditNote } = {}] = await refundsOf(paid)
  const [made] = await madeOf(paid)
  await checkout.provider.turn({ failRefund: made?.id })
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toMatchObject([{ state: 'pending', creditNote }])
  await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([{ state: 'succeeded', creditNote }])
  expect((await madeOf(paid)).map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

test('a refund that is given up no longer counts, its units stay on sale, and Retry makes it after all', async () => {
  const before = await checkout.quantity(product)
  await checkout.provider.turn({ failRefunds: 20 })
  await refund(paid, { amount: 1999, restock: 10 })
  await giveUp()
  const [failed] = await refundsOf(paid)
  expect(failed).toMatchObject({ state: 'failed' })
  expect(failed).not.toHaveProperty('creditNote')
  expect(await madeOf(paid)).toHaveLength(10)
  expect(await checkout.quantity(product)).toBe(before + 10)
  await checkout.provider.turn({ failRefunds: 0 })
  const other = await refund(paid, { amount: 999 })
  expect(other.json.refunds).toMatchObject([{ state: 'failed' }, { state: 'succeeded' }])
  const tooMuch = await retry(failed?._id as string)
  expect([tooMuch.status, tooMuch.json.error]).toEqual([
    409,
    'Other refunds have been issued for this order since then: not enough is left for this one',
  ])
  expect((await stored(paid))[0]).toMatchObject({ state: 'failed', due_at: null })
})

test('Retry tries a refund that was given up once more; one that has not failed is left alone', async () => {
  await checkout.provider.turn({ failRefunds: 20 })
  await refund(paid, { amount: 1999 })
  await giveUp()
  const [failed] = await refundsOf(paid)
  expect((await retry(failed?._id as string)).status).toBe(200)
  expect(await refundsOf(paid)).toMatchObject([{ state: 'failed' }])
  await checkout.provider.turn({ failRefunds: 0 })
  expect((await retry(failed?._id as string)).json).toEqual({
    success: true,
    message: 'The refund is being tried again',
  })
  expect(await refundsOf(paid)).toMatchObject([{ state: 'succeeded', creditNote: expect.any(String) }])
  const again = await retry(failed?._id as string)
  expect([again.status, again.json.error]).toEqual([409, 'This refund has not failed'])
  expect((await retry(paid._id)).status).toBe(404)
})

test('a failed refund that was made another way is recorded once, with a credit note that says so, and not tried again', async () => {
  const settle = (id: string | undefined) =>
    shop.call('POST', `/api/refunds/${id}/settle`, { token: admin.token })
  await checkout.provider.turn({ failRefunds: 20 })
  await refund(paid)
  const [failed] = await refundsOf(paid)
  const makeDue = (at: string) =>
    shop.shop.db.$client.query(`update refunds set due_at = ${at} where id = $1`, [failed?._id])
  await makeDue('now()')
  expect(await settle(failed?._id)).toMatchObject({
    status: 409,
    json: { error: 'This refund is being tried right now: look again in a moment' },
  })
  await makeDue(`now() + interval '1 hour'`)
  const answers = await Promise.all([settle(failed?._id), settle(failed?._id), settle(failed?._id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  const [made] = await refundsOf(paid)
  expect(made).toMatchObject({ amount: 1999, state: 'succeeded', creditNote: expect.any(String) })
  const tried = (await madeOf(paid)).length
  await giveUp()
  expect((await stored(paid))[0]).toMatchObject({ state: 'succeeded', due_at: null })
  expect([(await madeOf(paid)).length, (await retry(failed?._id as string)).status]).toEqual([tried, 409])
  const { rows } = await shop.shop.db.$client.query(
    `select data->'credit'->'outsideProvider' as outside from documents where refund_id = $1`,
    [made?._id],
  )
  expect(rows).toEqual([{ outside: true }])
  expect((await settle(paid._id)).status).toBe(404)
})

test('what other refunds have taken meanwhile cannot be recorded as made another way', async () => {
  await checkout.provider.turn({ failRefunds: 20 })
  await refund(paid)
  await giveUp()
  const [failed] = await refundsOf(paid)
  await checkout.provider.turn({ failRefunds: 0 })
  await refund(paid, { amount: 999 })
  const [before] = await stored(paid)
  const answer = await shop.call('POST', `/api/refunds/${failed?._id}/settle`, { token: admin.token })
  expect([answer.status, answer.json.error]).toEqual([
    409,
    'Other refunds have been issued for this order since then: not enough is left for this one',
  ])
  expect((await stored(paid))[0]).toEqual(before)
})

test('the owner is told of a failure and the customer of the refund, once each', async () => {
  const mailed = async () => {
    const { rows } = await shop.shop.db.$client.query(
      `select kind from mails where data->>'refundId' = any(select id::text from refunds where booking_id = $1)`,
      [paid._id],
    )
    return rows.map(({ kind }) => kind)
  }
  await checkout.provider.turn({ failRefunds: 1, webhooks: 'duplicate' })
  await refund(paid, { amount: 400 })
  await checkout.provider.delivered()
  expect(await mailed()).toEqual(['refund-failed'])
  // What has been made good by the time the mail is sent is not told.
  for (let round = 0; round < 3; round++) await runJobsLater()
  expect(await mailed()).toEqual(['refunded'])
})
