import { afterEach, expect, test, vi } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openMailbox } from '#test/mailbox.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { idAt } from '../platform/database/queries/new-id.ts'
import { deleteOldMails } from '../platform/outbox/store.ts'
import { withMails } from '../platform/outbox/write-mail.ts'
import { writeLowStockMail } from './write-notices.ts'

// Hundreds of orders, and a password to be hashed for each person.
vi.setConfig({ testTimeout: 90_000 })

const OWNER = 'owner@example.com'
const DAY_MS = 86_400_000
const HEADERS = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]
const shop = await openShopForFile({ ADMIN_EMAIL: 'admin@example.com', NOTIFY_EMAILS: OWNER })
const { db } = shop.shop
const checkout = openCheckoutClient(shop)
const mailbox = openMailbox(shop)
const product = await checkout.addProduct(1_000_000)
const admin = await shop.signUpAdmin()
const later = (ms: number) => new Date(Date.now() + ms)

async function verifiedPerson() {
  const person = await shop.signUp()
  await mailbox.verify(person)
  return person
}

const subjectsTo = async (email: string) => (await mailbox.to(email)).map(({ subject }) => subject)
const rowsOf = async (email: string) =>
  (await db.$client.query('select * from mails where email = $1 order by id', [email])).rows

const paidSubject = async (person: Person, booking: Booking) =>
  `Paid: invoice ${(await checkout.see(person, booking))?.invoice}`

const ship = (id: string, shipment: object = {}) =>
  shop.call('PUT', `/api/bookings/${id}/shipment`, {
    token: admin.token,
    body: { carrier: 'Van', number: '7', sentOn: new Date().toISOString().slice(0, 10), ...shipment },
  })

afterEach(async () => {
  await mailbox.turn({ reset: true })
  await mailbox.sendDue(later(DAY_MS))
})

test('a customer is told of order, payment and shipment, and the owner of the payment', async () => {
  const person = await verifiedPerson()
  const booking = await checkout.order(person, product, 120)
  await mailbox.sendDue()
  const [received] = await mailbox.to(person.email)
  expect(received).toMatchObject({
    subject: `Order received: 120 × ${booking.product}`,
    from: 'Hundredweight <shop@shop.example>',
    to: [person.email],
    attachments: [],
  })
  expect(received?.text).toContain(`http://localhost:${shop.port}/dashboard/payment/${booking._id}`)
  expect(received?.text).toMatch(/Held until: \w+ \d+, \d{4} at [\d:]+ [AP]M UTC/)
  expect(received?.html).toContain(`/dashboard/payment/${booking._id}`)

  const secret = await checkout.begin(person, booking)
  await checkout.provider.confirm(secret)
  await checkout.report(person, booking, secret)
  await checkout.report(person, booking, secret)
  await checkout.provider.delivered()
  await mailbox.sendDue()
  await ship(booking._id)
  await mailbox.sendDue()
  expect(await subjectsTo(person.email)).toEqual([
    `Shipped: 120 × ${booking.product}`,
    await paidSubject(person, booking),
    `Order received: 120 × ${booking.product}`,
  ])
  expect(await subjectsTo(OWNER)).toEqual([`New paid order: 120 × ${booking.product}`])
})

test('a correction of carrier or number is told, one of the date is not', async () => {
  const person = await verifiedPerson()
  const { _id, product: name } = await checkout.buy(person, product)
  await mailbox.sendDue()
  const yesterday = new Date(Date.now() - 3_600_000 * 12).toISOString().slice(0, 10)
  await ship(_id, { number: 'first' })
  await ship(_id, { number: 'second' })
  await ship(_id, { number: 'second', sentOn: yesterday })
  await mailbox.sendDue()
  const told = (await mailbox.to(person.email)).filter(({ subject }) => subject === `Shipped: 100 × ${name}`)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('Tracking number: second')
})

test('nobody unverified is written to; after the verification they get once what still matters', async () => {
  const person = await shop.signUp()
  const [paid, open, deleted] = [
    await checkout.buy(person, product),
    await checkout.order(person, product, 150),
    await checkout.order(person, product, 200),
  ]
  await checkout.remove(person, deleted)
  await ship(paid._id)
  expect(await mailbox.sendDue(later(30 * DAY_MS))).toEqual([])
  expect(await subjectsTo(person.email)).toEqual(['Confirm your email for Hundredweight'])
  expect(await rowsOf(person.email)).toHaveLength(6)

  await mailbox.verify(person)
  await mailbox.sendDue()
  await mailbox.sendDue(later(DAY_MS))
  expect((await subjectsTo(person.email)).sort()).toEqual(
    [
      'Confirm your email for Hundredweight',
      await paidSubject(person, paid),
      `Shipped: 100 × ${paid.product}`,
      `Order received: 150 × ${open.product}`,
    ].sort(),
  )
})

test('a token from before the verification is no reason to write to nobody', async () => {
  const person = await verifiedPerson()
  await checkout.order(person, product)
  await mailbox.sendDue()
  expect(await mailbox.to(person.email)).toHaveLength(1)
})

test('an order that is verified at the same moment is told of', async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => shop.signUp()))
  await Promise.all(people.flatMap((person) => [checkout.order(person, product), mailbox.verify(person)]))
  await mailbox.sendDue()
  for (const { email } of people) expect(await mailbox.to(email), email).toHaveLength(1)
})

test('a lapsed hold is told of, a deleted order is not', async () => {
  const person = await verifiedPerson()
  const [lapsed, deleted] = [await checkout.order(person, product), await checkout.order(person, product)]
  await mailbox.sendDue()
  await checkout.remove(person, deleted)
  await checkout.outwait(lapsed)
  await runDueJobs(shop.shop)
  await mailbox.sendDue()
  expect((await subjectsTo(person.email)).slice(0, -2)).toEqual([
    `Your order was released: ${lapsed.product}`,
  ])
})

test('an order that is no longer held is not announced', async () => {
  const person = await verifiedPerson()
  const [paid, deleted] = [await checkout.buy(person, product), await checkout.order(person, product)]
  await checkout.remove(person, deleted)
  await mailbox.sendDue()
  expect(await subjectsTo(person.email)).toEqual([await paidSubject(person, paid)])
})

test('a refund is told once to the customer, and once to the owner if it fails, however often it is tried', async () => {
  const person = await verifiedPerson()
  await checkout.provider.turn({ failRefunds: 2 })
  const booking = await checkout.order(person, product)
  const secret = await checkout.begin(person, booking)
  const second = await checkout.provider.createIntent(booking.price * 100, await checkout.attemptOf(booking))
  await checkout.provider.confirm(secret)
  await checkout.report(person, booking, secret)
  await checkout.provider.confirm(second.client_secret as string)
  await checkout.provider.delivered()
  await mailbox.sendDue()
  for (let day = 1; day < 5; day++) {
    await runDueJobs(shop.shop, new Date(Date.now() + day * 86_400_000))
    await mailbox.sendDue()
  }
  expect((await subjectsTo(OWNER)).filter((subject) => subject.startsWith('Refund'))).toEqual([
    `Refund failed: ${booking.product}`,
  ])
  expect((await subjectsTo(person.email)).filter((subject) => subject.startsWith('Refund'))).toEqual([
    'Refund: $1,999.00',
  ])
})

test('the refund of an order that was deleted leads to those that were not', async () => {
  const person = await verifiedPerson()
  const booking = await checkout.order(person, product)
  await checkout.begin(person, booking)
  const late = await checkout.provider.createIntent(booking.price * 100, await checkout.attemptOf(booking))
  await checkout.remove(person, booking)
  await checkout.provider.confirm(late.client_secret as string)
  await checkout.provider.delivered()
  await runDueJobs(shop.shop)
  await mailbox.sendDue()
  const told = (await mailbox.to(person.email)).find(({ subject }) => subject.startsWith('Refund'))
  expect(told?.text).toMatch(/See your orders:\n\S+\/dashboard\/order\n/)
})

test('mails about orders of somebody who was removed still go to the address of the order', async () => {
  const person = await verifiedPerson()
  const booking = await checkout.buy(person, product)
  await db.$client.query(`update users set deleted_at = now(), deleted_by = 'test' where email = $1`, [
    person.email,
  ])
  await ship(booking._id)
  await mailbox.sendDue()
  expect(await subjectsTo(person.email)).toContain(`Shipped: 100 × ${booking.product}`)
})

test('feedback reaches the owner', async () => {
  const body = { name: 'Ada', email: 'anything', feedback: 'Do you sell wedges?' }
  await shop.call('POST', '/api/feedback', { body })
  await mailbox.sendDue()
  const [told] = await mailbox.to(OWNER)
  expect(told).toMatchObject({ subject: 'Feedback from Ada', text: expect.stringContaining(body.feedback) })
})

test('a flood of feedback is kept, and the owner is told of twenty an hour', async () => {
  await db.$client.query('delete from feedback')
  await db.$client.query(`delete from mails where kind = 'feedback'`)
  const body = { name: 'Flood', email: 'anything', feedback: 'More' }
  for (let sent = 0; sent < 25; sent++) await shop.call('POST', '/api/feedback', { body })
  await mailbox.sendDue()
  expect((await subjectsTo(OWNER)).filter((subject) => subject === 'Feedback from Flood')).toHaveLength(20)
  expect((await db.$client.query('delete from feedback')).rowCount).toBe(25)
  await db.$client.query(`delete from mails where kind = 'feedback'`)
})

test('low stock is told once a day, however many instances look, and not when there is none', async () => {
  const all = async () => (await subjectsTo(OWNER)).filter((subject) => subject === 'Low stock').length
  const before = await all()
  const told = async () => (await all()) - before
  await db.$client.query(`delete from mails where kind = 'low-stock'`)
  await db.$client.query('update products set quantity = 1000000')
  await writeLowStockMail(shop.shop, new Date())
  expect(await told()).toBe(0)
  const scarce = await checkout.addProduct(7)
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`)
  await Promise.all(Array.from({ length: 5 }, () => writeLowStockMail(shop.shop, noon)))
  await mailbox.sendDue()
  await writeLowStockMail(shop.shop, noon)
  await mailbox.sendDue()
  expect(await told()).toBe(1)
  expect((await mailbox.to(OWNER))[0]?.text).toContain(`7 left: Product ${scarce}`)
  await writeLowStockMail(shop.shop, new Date(noon.getTime() + DAY_MS))
  await mailbox.sendDue()
  expect(await told()).toBe(2)
})

test.each([
  ['line breaks', 'Eve\r\nBcc: victim@example.com\r\n\r\nBuy now'],
  ['an address of its own', 'Eve <victim@example.com>, "x" <other@example.com>'],
  ['quotes', '"Eve" \\" <'],
  ['every script', 'Žofia 漢字 😀 \u202e\u2028\u0085'],
  ['an encoded word', '=?utf-8?q?=0D=0ABcc:_victim=40example.com?='],
])('no name and no subject brings headers or recipients: %s', async (_what, name) => {
  const person = await verifiedPerson()
  const booking = await checkout.buy(person, product)
  await ship(booking._id, { carrier: name, number: name })
  await shop.call('POST', '/api/feedback', { body: { name, email: name, feedback: name } })
  // Sign-up and forms refuse some of it; whatever a row holds must do no harm.
  await db.$client.query('update bookings set name = $1, product = $1 where id = $2', [name, booking._id])
  await db.$client.query('update mails set name = $1 where email = $2', [name, person.email])
  const before = (await mailbox.arrived()).length
  await mailbox.sendDue()
  const arrived = (await mailbox.arrived()).slice(0, -before || undefined)
  expect(arrived.length).toBeGreaterThanOrEqual(4)
  for (const mail of arrived) {
    expect([[person.email], [OWNER]]).toContainEqual(mail.to)
    const [head = ''] = (await mailbox.source(mail)).split('\r\n\r\n')
    const headers = head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]?.toLowerCase())
    expect(headers.sort()).toEqual(HEADERS)
    expect(head).not.toMatch(/^(bcc|cc):/im)
  }
})

test('200 orders at once are 200 mails', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => verifiedPerson()))
  await Promise.all(
    people.flatMap((person) => Array.from({ length: 50 }, () => checkout.order(person, product))),
  )
  // Tried again as long as a busy mail server does not take some of them.
  for (let hour = 0; hour < 24; hour++)
    if ((await mailbox.sendDue(later(hour * 3_600_000))).length === 0) break
  for (const { email } of people) {
    const texts = (await mailbox.to(email)).map(({ text }) => text)
    expect([texts.length, new Set(texts).size]).toEqual([50, 50])
  }
})

test('a mail about something long past is sent like any other, and told of once', async () => {
  const longAgo = new Date(Date.now() - 100 * DAY_MS)
  const write = () => withMails(shop.shop, (_tx, mails) => mails.toOwner('low-stock', {}, idAt(longAgo)))
  await write()
  const state = async () =>
    (
      await db.$client.query(`select sent_at is not null as sent from mails where id < $1`, [
        idAt(later(-99 * DAY_MS)),
      ])
    ).rows
  await deleteOldMails(db, new Date())
  expect(await state()).toEqual([{ sent: false }])
  await db.$client.query('update mails set sent_at = now() where id < $1', [idAt(later(-99 * DAY_MS))])
  await deleteOldMails(db, new Date())
  await write()
  expect(await state()).toEqual([{ sent: true }])
})

test('sent mails go after a month, given-up and unverified ones after three', async () => {
  const person = await verifiedPerson()
  await checkout.order(person, product)
  await mailbox.sendDue()
  const stranger = await shop.signUp()
  await checkout.order(stranger, product)
  await db.$client.query(`delete from mails where kind = 'confirm-email'`)
  await deleteOldMails(db, later(29 * DAY_MS))
  expect([await rowsOf(person.email), await rowsOf(stranger.email)]).toMatchObject([[{}], [{}]])
  await deleteOldMails(db, later(31 * DAY_MS))
  expect([await rowsOf(person.email), await rowsOf(stranger.email)]).toMatchObject([[], [{}]])
  await deleteOldMails(db, later(91 * DAY_MS))
  expect(await rowsOf(stranger.email)).toEqual([])
})
