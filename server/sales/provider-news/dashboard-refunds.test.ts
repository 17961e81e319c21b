import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import type { Refund } from '#contract/sales/refunds.ts'
import { openTroubledCheckout } from '#test/troubled-checkout.ts'

const { shop, checkout, runJobsLater, buyer, product } = await openTroubledCheckout()
const admin = await shop.signUpAdmin()

const refundsOf = async (booking: Booking) => (await checkout.see(buyer, booking))?.refunds ?? []
const inDashboard = (intent: string | undefined, amount?: number) =>
  checkout.provider.turn({ refundPayment: { intent, ...(amount && { amount }) } })
const inShop = ({ _id }: Booking, body: object = {}) =>
  shop.call('POST', `/api/booking/${_id}/refunds`, {
    token: admin.token,
    body: { reason: 'Damaged', ...body },
  })
const ship = ({ _id }: Booking, more: object = {}) =>
  shop.call('PUT', `/api/bookings/${_id}/shipment`, {
    token: admin.token,
    body: { carrier: 'Van', number: '7', sentOn: new Date().toISOString().slice(0, 10), ...more },
  })
const listed = async ({ _id }: Booking): Promise<Refund[]> =>
  (await shop.call('GET', '/api/refunds', { token: admin.token })).json.filter(
    ({ bookingId }: Refund) => bookingId === _id,
  )

let paid: Booking
beforeEach(async () => {
  paid = await checkout.buy(buyer, product)
})

test('a refund made in the dashboard counts, with a credit note, and puts no units back', async () => {
  const before = await checkout.quantity(product)
  await inDashboard(paid.transictionId, 50_000)
  await checkout.provider.delivered()
  const { refunds, restocked } = (await checkout.see(buyer, paid)) as Booking
  expect(refunds).toMatchObject([{ amount: 500, state: 'succeeded', creditNote: expect.any(String) }])
  expect([restocked, await checkout.quantity(product)]).toEqual([undefined, before])
  const { rows: told } = await shop.shop.db.$client.query(
    `select data from mails where kind = 'dashboard-refund' and data->>'refundId' = $1`,
    [refunds?.[0]?._id],
  )
  expect(told, 'the owner is told once').toHaveLength(1)
  expect(await listed(paid)).toMatchObject([
    { state: 'refunded', reason: 'Refunded through the card provider' },
  ])
  const tooMuch = await inShop(paid, { amount: 1500 })
  expect([tooMuch.status, tooMuch.json.error]).toEqual([409, 'At most $1,499.00 can be refunded'])
  expect((await inShop(paid)).json.refunds).toMatchObject([{ amount: 500 }, { amount: 1499 }])
  const unsent = await ship(paid)
  expect([unsent.status, unsent.json.error]).toEqual([
    409,
    'This order was refunded in full and cannot be shipped',
  ])
})

test.each(['duplicate', 'reverse'])(
  'its events in any number and order (%s) are one refund',
  async (webhooks) => {
    await checkout.provider.turn({ webhooks })
    await inDashboard(paid.transictionId, 50_000)
    await inDashboard(paid.transictionId, 70_000)
    await checkout.provider.delivered()
    const amounts = (await refundsOf(paid)).map(({ amount }) => amount)
    expect(amounts.sort()).toEqual([500, 700])
  },
)

test('only one of its events is needed', async () => {
  for (const type of ['refund.created', 'charge.refunded']) {
    const booking = await checkout.buy(buyer, product)
    await checkout.provider.delivered()
    await checkout.provider.turn({ webhooks: 'drop' })
    await inDashboard(booking.transictionId, 100)
    const event = (await checkout.provider.events()).find((each) => each.type === type) as object
    expect(await checkout.provider.deliver(event)).toBe(200)
    expect(await refundsOf(booking), type).toMatchObject([{ amount: 1, state: 'succeeded' }])
    await checkout.provider.turn({ webhooks: 'normal' })
  }
})

test('one of them that cannot be stored does not keep the event’s others from being stored', async () => {
  const { $client } = shop.shop.db
  await checkout.provider.delivered()
  await checkout.provider.turn({ webhooks: 'drop' })
  for (const amount of [100, 200]) await inDashboard(paid.transictionId, amount)
  const [event] = (await checkout.provider.events()).filter(({ type }) => type === 'charge.refunded')
  await $client.query('alter table refunds add constraint planted check (amount_cents <> 200)')
  const refused = await checkout.provider.deliver(event as object)
  const [stored] = await refundsOf(paid)
  await $client.query('alter table refunds drop constraint planted')
  expect([refused, stored?.amount]).toEqual([500, 1])
  expect(await checkout.provider.deliver(event as object)).toBe(200)
  expect((await refundsOf(paid)).map(({ amount }) => amount).sort()).toEqual([1, 2])
  await checkout.provider.turn({ webhooks: 'normal' })
})

test('one that is on its way is pending, and one that the bank returns is not made anew', async () => {
  await checkout.provider.turn({ pendingRefunds: true })
  // One after the other: their events would come in any order.
  for (const amount of [50_000, 10_000]) {
    await inDashboard(paid.transictionId, amount)
    await checkout.provider.delivered()
  }
  expect(await refundsOf(paid)).toMatchObject([{ state: 'pending' }, { state: 'pending' }])
  const [ten, fifty] = await checkout.provider.refunds()
  await checkout.provider.turn({ failRefund: fifty?.id })
  await checkout.provider.turn({ pendingRefunds: false, webhooks: 'drop' })
  // Nobody tells of the other one: it is asked about.
  await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([
    { amount: 500, state: 'failed' },
    { amount: 100, state: 'succeeded', creditNote: expect.any(String) },
  ])
  expect((await checkout.provider.refunds()).slice(0, 2).map(({ id }) => id)).toEqual([ten?.id, fifty?.id])
})

test('our own request and its event at the same moment are one refund', async () => {
  for (let round = 0; round < 5; round++) {
    const booking = await checkout.buy(buyer, product)
    await checkout.provider.turn({ webhooks: round % 2 ? 'duplicate' : 'normal' })
    await checkout.atOnce('bookings', booking._id, 1, () => inShop(booking, { amount: 3 }))
    await checkout.provider.delivered()
    expect(await refundsOf(booking)).toMatchObject([{ amount: 3, state: 'succeeded' }])
  }
})

test('the event of our own refund records it, although its answer was lost', async () => {
  await checkout.provider.turn({ loseAnswers: 3 })
  await inShop(paid, { amount: 3 })
  await checkout.provider.turn({ loseAnswers: 0 })
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toMatchObject([{ amount: 3, state: 'succeeded' }])
  expect(await listed(paid)).toMatchObject([{ reason: 'Damaged' }])
})

test('the dashboard was faster than a refund of the shop that waits: the money went back once, and the shop gives up', async () => {
  await checkout.provider.turn({ down: true })
  await inShop(paid)
  await checkout.provider.turn({ down: false })
  await inDashboard(paid.transictionId)
  await checkout.provider.delivered()
  for (let round = 0; round < 12; round++) await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([
    { amount: 1999, state: 'failed' },
    { amount: 1999, state: 'succeeded', creditNote: expect.any(String) },
  ])
})

test('a refund in the dashboard of a payment that nobody has told the shop of: first the payment is recorded', async () => {
  await checkout.provider.turn({ webhooks: 'drop' })
  const booking = await checkout.order(buyer, product)
  const secret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(secret)
  await checkout.provider.turn({ webhooks: 'normal' })
  await inDashboard(secret.split('_secret_')[0], 100)
  await checkout.provider.delivered()
  expect(await checkout.see(buyer, booking)).toMatchObject({
    paid: true,
    invoice: expect.any(String),
    refunds: [{ amount: 1 }],
  })
})

test('refunds and disputes of another site on the same account are none of ours', async () => {
  const counted = async () => {
    const { rows } = await shop.shop.db.$client.query(
      'select (select count(*) from refunds) as refunds, (select count(*) from disputes) as disputes',
    )
    return rows[0]
  }
  const before = await counted()
  await inDashboard((await paidElsewhere()).id)
  await checkout.provider.openDispute((await paidElsewhere()).id)
  await checkout.provider.delivered()
  await runJobsLater()
  expect(await counted()).toEqual(before)
})

async function paidElsewhere() {
  const intent = await checkout.provider.createIntent(5_000)
  await checkout.provider.confirm(intent.client_secret as string)
  return intent
}

test('refunds and disputes whose events were all lost are found within a day', async () => {
  const disputed = await checkout.buy(buyer, product)
  await checkout.provider.turn({ webhooks: 'drop' })
  await inDashboard(paid.transictionId, 50_000)
  const id = await checkout.provider.openDispute(disputed.transictionId as string)
  await checkout.provider.closeDispute(id, 'lost')
  for (let round = 0; round < 2; round++) await runJobsLater()
  expect(await refundsOf(paid)).toMatchObject([
    { amount: 500, state: 'succeeded', creditNote: expect.any(String) },
  ])
  expect(await refundsOf(disputed)).toMatchObject([
    { amount: 1999, state: 'succeeded', creditNote: expect.any(String) },
  ])
})

test('one that cannot be recorded keeps no other from being found', async () => {
  const [first, second] = [paid, await checkout.buy(buyer, product)]
  await checkout.provider.turn({ webhooks: 'drop' })
  for (const { transictionId } of [first, second]) await inDashboard(transictionId, 50_000)
  const disputed = await checkout.buy(buyer, product)
  const dispute = await checkout.provider.openDispute(disputed.transictionId as string)
  await checkout.provider.closeDispute(dispute, 'lost')
  const { $client: pool } = shop.shop.db
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$;
    create trigger refuse before insert on refunds for each row when (new.booking_id = '${second._id}') execute function refuse()`)
  await runJobsLater()
  await pool.query('drop function refuse cascade')
  expect(await refundsOf(second)).toEqual([])
  for (const booking of [first, disputed])
    expect(await refundsOf(booking)).toMatchObject([{ state: 'succeeded', creditNote: expect.any(String) }])
})

test('a dispute is shown to admins alone, told to the owner when it begins and when it ends, and asks before shipping', async () => {
  const id = await checkout.provider.openDispute(paid.transictionId as string)
  await checkout.provider.delivered()
  const createdAt = expect.stringMatching(/^\d{4}-.*Z$/)
  const disputed = { amount: 1999, reason: 'product not received', state: 'open', createdAt }
  const asAdmin = async () =>
    (await shop.call('GET', `/api/booking/${paid._id}`, { token: admin.token })).json as Booking
  expect(await asAdmin()).toEqual({ ...paid, disputed })
  const { json: all } = await shop.call('GET', '/api/bookings', { token: admin.token })
  expect(all[0]).toEqual({ ...paid, disputed })
  expect(await checkout.see(buyer, paid)).toEqual(paid)
  const own = await shop.call('GET', `/api/myitem?email=${buyer.email}`, { token: buyer.token })
  expect(own.json[0]).toEqual(paid)
  const overview = await shop.call('GET', '/api/overview', { token: admin.token })
  expect(overview.json.disputes).toBe(1)

  const events = (await checkout.provider.events()) as { id: string; type: string }[]
  const created = events.find(({ type }) => type === 'charge.dispute.created') as object
  await checkout.provider.deliver({ ...created, id: 'evt_again' })
  const told = async () => {
    const { rows } = await shop.shop.db.$client.query(
      `select 1 from mails where kind = 'dispute' and data->>'disputeId' = $1`,
      [id],
    )
    return rows.length
  }
  expect(await told()).toBe(1)

  const asked = await ship(paid)
  expect([asked.status, asked.json.error]).toEqual([
    409,
    'The payment for this order is disputed: ship it only if you are sure',
  ])
  expect((await ship(paid, { despiteDispute: true })).status).toBe(200)
  expect((await ship(paid, { number: '8' })).json.shipment.number).toBe('8')

  await checkout.provider.closeDispute(id, 'won')
  await checkout.provider.delivered()
  // Old news do not open it again.
  await checkout.provider.deliver({ ...created, id: 'evt_late' })
  expect((await asAdmin()).disputed).toEqual({ ...disputed, state: 'won' })
  expect(await told()).toBe(2)
  expect(await refundsOf(paid)).toEqual([])
})

test('a lost dispute is a refund with a credit note, whatever order its events come in', async () => {
  await checkout.provider.turn({ webhooks: 'hold' })
  const id = await checkout.provider.openDispute(paid.transictionId as string, { reason: 'fraudulent' })
  await checkout.provider.closeDispute(id, 'lost')
  await checkout.provider.turn({ webhooks: 'reverse' })
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toMatchObject([
    { amount: 1999, state: 'succeeded', creditNote: expect.any(String) },
  ])
  expect(await listed(paid)).toMatchObject([{ reason: 'Returned by the card issuer' }])
  await runJobsLater()
  const unsent = await ship(paid, { despiteDispute: true })
  expect([unsent.status, unsent.json.error]).toEqual([
    409,
    'This order was refunded in full and cannot be shipped',
  ])
})

test('a lost dispute takes no more than is left', async () => {
  await inShop(paid, { amount: 1500 })
  const id = await checkout.provider.openDispute(paid.transictionId as string)
  await checkout.provider.closeDispute(id, 'lost')
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toMatchObject([{ amount: 1500 }, { amount: 499 }])
})

test('a dispute lost while a refused refund is retried gives the money back once, with a credit note', async () => {
  const id = await checkout.provider.openDispute(paid.transictionId as string)
  await checkout.provider.delivered()
  expect((await inShop(paid)).json.refunds).toMatchObject([{ amount: 1999, state: 'pending' }])
  await checkout.provider.closeDispute(id, 'lost')
  await checkout.provider.delivered()
  const made = async () => (await refundsOf(paid)).filter(({ state }) => state === 'succeeded')
  const once = [{ amount: 1999, creditNote: expect.any(String) }]
  expect(await made()).toMatchObject(once)
  for (let retry = 0; retry < 10; retry++) await runJobsLater()
  const { rows } = await shop.shop.db.$client.query(
    `select state, due_at from refunds where booking_id = $1 and source = 'admin'`,
    [paid._id],
  )
  expect(rows, 'the refused one is given up').toEqual([{ state: 'failed', due_at: null }])
  expect(await made()).toMatchObject(once)
  const unsent = await ship(paid, { despiteDispute: true })
  expect([unsent.status, unsent.json.error]).toEqual([
    409,
    'This order was refunded in full and cannot be shipped',
  ])
})

test('a question of the bank that ends changes nothing', async () => {
  const id = await checkout.provider.openDispute(paid.transictionId as string)
  await checkout.provider.closeDispute(id, 'warning_closed')
  await checkout.provider.delivered()
  expect(await refundsOf(paid)).toEqual([])
  expect((await ship(paid)).status).toBe(200)
})
