import { afterEach, expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openMailbox } from '#test/mailbox.ts'
import { openShopForFile, type Person } from '#test/shop.ts'
import { jobKinds } from '../operations/jobs/job-kinds.ts'
import { deleteOldMails, dueMails } from '../platform/outbox/store.ts'
import { sendMail } from './send-mail.ts'

const HOUR_MS = 3_600_000
const shop = await openShopForFile()
const { db } = shop.shop
const checkout = openCheckoutClient(shop)
const mailbox = openMailbox(shop)
const product = await checkout.addProduct(1_000_000)
const admin = await shop.signUpAdmin()
await mailbox.verify(admin)
const later = (ms: number) => new Date(Date.now() + ms)

async function verifiedPerson(): Promise<Person> {
  const person = await shop.signUp()
  await mailbox.verify(person)
  return person
}

const failedMails = async () => (await shop.call('GET', '/api/failed-mails', { token: admin.token })).json
const retry = (id: string) => shop.call('POST', `/api/failed-mails/${id}/retry`, { token: admin.token })

async function messageIds(email: string) {
  const sources = await Promise.all((await mailbox.to(email)).map(mailbox.source))
  return sources.map((source) => /^message-id: (.+)$/im.exec(source)?.[1]?.trim())
}

afterEach(async () => {
  await mailbox.turn({ reset: true })
  await db.$client.query('delete from mails')
})

test('a mail server that is down for an hour delays mail, and loses none', async () => {
  const person = await verifiedPerson()
  await mailbox.turn({ down: true })
  await checkout.order(person, product)
  for (const minutes of [0, 1, 3, 7, 15, 31])
    expect(await mailbox.sendDue(later(minutes * 60_000))).toEqual([
      expect.stringMatching(/^The mail server did not take a mail \(E\w+\)$/),
    ])
  expect(await mailbox.sendDue(later(32 * 60_000))).toEqual([])
  expect(await mailbox.to(person.email)).toEqual([])
  expect(await failedMails()).toEqual([])
  await mailbox.turn({ down: false })
  expect(await mailbox.sendDue(later(HOUR_MS + 5 * 60_000))).toEqual([])
  expect(await mailbox.to(person.email)).toHaveLength(1)
})

test('after two days it is given up, shown to admins, and sent when they retry', async () => {
  const person = await verifiedPerson()
  await mailbox.turn({ down: true })
  const booking = await checkout.order(person, product)
  await mailbox.sendDue()
  expect(await mailbox.sendDue(later(49 * HOUR_MS))).toEqual([])
  const failed = await failedMails()
  expect(failed).toEqual([
    {
      _id: expect.any(String),
      subject: `Order received: 100 × ${booking.product}`,
      email: person.email,
      error: expect.stringMatching(/^The mail server could not be used: /),
      failedAt: expect.any(String),
    },
  ])
  expect(await dueMails(db, later(99 * HOUR_MS), 10)).toEqual([])

  await mailbox.turn({ down: false })
  expect((await retry(failed[0]._id)).json).toEqual({
    success: true,
    message: 'The email is being sent again',
  })
  await mailbox.sendDue()
  expect(await mailbox.to(person.email)).toHaveLength(1)
  expect(await failedMails()).toEqual([])
  expect((await retry(failed[0]._id)).status).toBe(404)
})

test('a recipient that the server refuses is given up at once, and holds up nobody else', async () => {
  const [refused, other] = [await verifiedPerson(), await verifiedPerson()]
  await mailbox.turn({ refuse: refused.email })
  await checkout.order(refused, product)
  await checkout.order(other, product)
  expect(await mailbox.sendDue()).toEqual([])
  expect(await mailbox.to(other.email)).toHaveLength(1)
  expect(await failedMails()).toMatchObject([
    { email: refused.email, error: 'The mail server refused it: 550 No such mailbox' },
  ])
  expect(shop.log.join('')).not.toContain(refused.email)
})

test('a slow server slows down no order', async () => {
  const person = await verifiedPerson()
  await mailbox.turn({ delayMs: 120_000 })
  await checkout.order(person, product)
  const sending = mailbox.sendDue()
  await checkout.order(person, product)
  // Only now does the server let go of the first mail.
  await mailbox.turn({ down: true })
  expect(await sending).toHaveLength(1)
  await mailbox.turn({ reset: true })
  await mailbox.sendDue(later(2 * 60_000))
  expect(await mailbox.to(person.email)).toHaveLength(2)
})

test('a server that dies after it took the mail gets it again, under the same Message-ID', async () => {
  const person = await verifiedPerson()
  await mailbox.turn({ loseAnswers: 1 })
  await checkout.order(person, product)
  expect(await mailbox.sendDue()).toHaveLength(1)
  expect(await mailbox.sendDue(later(2 * 60_000))).toEqual([])
  const [first, second, ...more] = await messageIds(person.email)
  expect(first).toMatch(/^<[\da-f-]{36}@shop\.invalid>$/)
  expect([second, more]).toEqual([first, []])
})

test('a shop killed between sending and noting it sends again later, under the same Message-ID', async () => {
  const person = await verifiedPerson()
  await checkout.order(person, product)
  await mailbox.sendDue()
  await db.$client.query('update mails set sent_at = null')
  expect(await dueMails(db, new Date(), 10)).toEqual([])
  await mailbox.sendDue(later(2 * 60_000))
  const [first, second, ...more] = await messageIds(person.email)
  expect(first).toMatch(/^<.+>$/)
  expect([second, more]).toEqual([first, []])
})

test('what is due is sent once, however many try at the same moment', async () => {
  const person = await verifiedPerson()
  await checkout.order(person, product)
  const [id = ''] = await dueMails(db, new Date(), 10)
  await Promise.all(Array.from({ length: 10 }, () => sendMail(shop.shop, id, new Date())))
  expect(await mailbox.to(person.email)).toHaveLength(1)
})

test('mails that are due when mail is turned off rest, and go after three months', async () => {
  await checkout.order(await verifiedPerson(), product)
  const sending = jobKinds.find(({ queue }) => queue === 'send-mail')
  expect(await sending?.due(shop.shop, new Date(), 10)).toHaveLength(1)
  expect(await sending?.due({ ...shop.shop, mail: null }, new Date(), 10)).toEqual([])
  await deleteOldMails(db, later(91 * 86_400_000))
  expect(await sending?.due(shop.shop, new Date(), 10)).toEqual([])
})

test('with SMTP_URL=off nothing is written, and the overview says so', async () => {
  const silent = await openShopForFile({ SMTP_URL: 'off' })
  const person = await silent.signUpAdmin()
  await openMailbox(silent).verify(person)
  const client = openCheckoutClient(silent)
  await client.buy(person, await client.addProduct(1_000))
  await silent.call('POST', '/api/feedback', { body: { name: 'A', email: 'a', feedback: 'Good' } })
  expect((await silent.shop.db.$client.query('select * from mails')).rows).toEqual([])
  const overview = async (one: typeof shop, { token }: Person) =>
    (await one.call('GET', '/api/overview', { token })).json.mailOff
  expect([await overview(silent, person), await overview(shop, admin)]).toEqual([true, false])
})
