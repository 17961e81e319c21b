import { beforeAll, describe, expect, test } from 'vitest'
import { type Booking, booking as bookingShape, type Shipment } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openMailbox } from '#test/mailbox.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const UNKNOWN_ID = '0197a0c0-0000-7000-8000-000000000000'
const DAY_MS = 86_400_000

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const mailbox = openMailbox(shop)
const [buyer, stranger, admin, secondAdmin] = await Promise.all([
  shop.signUp(),
  shop.signUp(),
  shop.signUpAdmin(),
  shop.signUpAdmin(),
])
const product = await checkout.addProduct(1_000_000)

const daysFromNow = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
const shipment = (given: Partial<Shipment> = {}): Shipment => ({
  carrier: 'Example Freight',
  number: 'EF 0042',
  sentOn: daysFromNow(0),
  ...given,
})
const send = ({ token }: Person, id: string, body: unknown) =>
  shop.call('PUT', `/api/bookings/${id}/shipment`, { token, body })
const stored = async (id: string) =>
  (await shop.shop.db.$client.query('select * from shipments where booking_id = $1', [id])).rows

test('a shipment is answered, kept with who recorded it, and seen by customer and admins in every list', async () => {
  const paid = await checkout.buy(buyer, product)
  const other = await checkout.buy(buyer, product)
  const body = { ...shipment({ carrier: '  Example Freight ' }), recordedBy: 'x', bookingId: UNKNOWN_ID }
  const { status, json } = await send(admin, paid._id, body)
  expect(status).toBe(200)
  expect(bookingShape.strict().parse(json)).toEqual({ ...paid, shipment: shipment() })
  expect(await stored(paid._id)).toEqual([
    expect.objectContaining({ recorded_by: admin.email, recorded_at: expect.any(Date) }),
  ])

  expect(await checkout.see(buyer, paid)).toEqual(json)
  const own = await shop.call('GET', `/api/myitem?email=${buyer.email}`, { token: buyer.token })
  const all = await shop.call('GET', '/api/bookings', { token: admin.token })
  for (const list of [own.json, all.json] as Booking[][]) {
    expect(list.find(({ _id }) => _id === paid._id)).toEqual(json)
    expect(list.filter(({ _id }) => _id === other._id)).toEqual([other])
  }
})

test('the same call corrects what was recorded, and repeating it changes nothing but the hour', async () => {
  const { _id } = await checkout.buy(buyer, product)
  await send(admin, _id, shipment({ number: 'EF 0024' }))
  for (const _ of [1, 2]) expect((await send(secondAdmin, _id, shipment())).json.shipment).toEqual(shipment())
  expect(await stored(_id)).toEqual([
    expect.objectContaining({ number: 'EF 0042', recorded_by: secondAdmin.email }),
  ])
})

test('a carrier need not give a number: it is left out everywhere, and the customer is told without it', async () => {
  const person = await shop.signUp()
  await mailbox.verify(person)
  const { _id } = await checkout.buy(person, product)
  const { number: _, ...withoutNumber } = shipment({ carrier: 'Our own truck' })
  for (const body of [withoutNumber, { ...withoutNumber, number: ' ' }])
    expect((await send(admin, _id, body)).json.shipment).toEqual(withoutNumber)
  await mailbox.sendDue()
  const told = (await mailbox.to(person.email)).filter(({ subject }) => subject.startsWith('Shipped'))
  expect(told).toMatchObject([{ text: expect.stringContaining('Our own truck') }])
  expect(told[0]?.text).not.toContain('Tracking number')
  const csv = await shop.call('GET', '/api/bookings.csv', { token: admin.token })
  expect(csv.text).toContain('Our own truck,,')
  expect((await send(admin, _id, shipment())).json.shipment).toEqual(shipment())
})

test('an order that is not paid, deleted or unknown is not sent', async () => {
  const open = await checkout.order(buyer, product)
  const gone = await checkout.order(buyer, product)
  await checkout.remove(buyer, gone)
  const refused = await send(admin, open._id, shipment())
  expect([refused.status, refused.json]).toEqual([
    409,
    { success: false, error: 'This order is not paid yet: only paid orders ship' },
  ])
  for (const id of [gone._id, UNKNOWN_ID, 'no-id'])
    expect((await send(admin, id, shipment())).status, id).toBe(404)
  expect(await stored(open._id)).toEqual([])
})

test('customers record nothing, not even for their own orders', async () => {
  const { _id } = await checkout.buy(buyer, product)
  for (const person of [buyer, stranger]) expect((await send(person, _id, shipment())).status).toBe(403)
  expect(await stored(_id)).toEqual([])
})

describe('refuses a shipment with a sentence at the field', () => {
  let paid: Booking
  beforeAll(async () => {
    paid = await checkout.buy(buyer, product)
  })
  test.each<[keyof Shipment, unknown, string]>([
    ['carrier', undefined, 'The carrier is required'],
    ['carrier', '   ', 'The carrier is required'],
    ['carrier', 7, 'The carrier is required'],
    ['carrier', 'c'.repeat(101), 'The carrier must be at most 100 characters long'],
    ['number', 7, 'The tracking number must be text'],
    ['number', 'n'.repeat(101), 'The tracking number must be at most 100 characters long'],
    ['number', 'nul \0 inside', 'The tracking number contains a character that cannot be stored'],
    ['sentOn', undefined, 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
    ['sentOn', '', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
    ['sentOn', '15.11.2026', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
    ['sentOn', '2026-02-30', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
    ['sentOn', '2026-11-15T00:00:00Z', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
    ['sentOn', daysFromNow(2), 'The shipping date cannot be in the future'],
    ['sentOn', '9999-12-31', 'The shipping date cannot be in the future'],
    ['sentOn', daysFromNow(-2), 'The shipping date cannot be before the order was placed'],
    ['sentOn', '0001-01-01', 'The shipping date cannot be before the order was placed'],
  ])('%s = %j', async (field, value, error) => {
    const { status, json } = await send(admin, paid._id, { ...shipment(), [field]: value })
    expect([status, json]).toEqual([400, { success: false, error, field }])
    expect(await stored(paid._id)).toEqual([])
  })
})

test('the day may be the one that it is anywhere on earth, when it was ordered and when it is recorded', async () => {
  const { _id } = await checkout.buy(buyer, product)
  const place = (at: string) =>
    shop.shop.db.$client.query('update bookings set created_at = $2 where id = $1', [_id, at])
  await place('2026-03-10T11:59:00Z')
  expect((await send(admin, _id, shipment({ sentOn: '2026-03-09' }))).status).toBe(200)
  await place('2026-03-10T12:01:00Z')
  expect((await send(admin, _id, shipment({ sentOn: '2026-03-09' }))).status).toBe(400)
  const furthestAhead = daysFromNow(14 / 24)
  expect((await send(admin, _id, shipment({ sentOn: furthestAhead }))).json.shipment.sentOn).toBe(
    furthestAhead,
  )
})

test('two admins at the same moment: both are answered, and one of the two shipments is kept whole', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { _id } = await checkout.buy(buyer, product)
    const sent = [admin, secondAdmin].map((person) => ({
      person,
      body: shipment({ carrier: `Carrier of ${person.email}`, number: `Number of ${person.email}` }),
    }))
    const answers = await Promise.all(sent.map(({ person, body }) => send(person, _id, body)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const kept = await stored(_id)
    expect(kept).toHaveLength(1)
    const winner = sent.find(({ person }) => person.email === kept[0]?.recorded_by)
    expect(kept[0]).toMatchObject({ carrier: winner?.body.carrier, number: winner?.body.number })
  }
})

test('a payment at the same moment: sent once it is paid, refused before, never sent unpaid', async () => {
  const booking = await checkout.order(buyer, product)
  const clientSecret = await checkout.begin(buyer, booking)
  await checkout.provider.confirm(clientSecret)
  const answers = await Promise.all([
    checkout.report(buyer, booking, clientSecret),
    ...Array.from({ length: 10 }, () => send(admin, booking._id, shipment())),
  ])
  for (const { status } of answers.slice(1)) expect([200, 409]).toContain(status)
  const { rows } = await shop.shop.db.$client.query(
    `select 1 from shipments join bookings on bookings.id = booking_id where state <> 'paid'`,
  )
  expect(rows).toEqual([])
  expect((await send(admin, booking._id, shipment())).status).toBe(200)
})
