import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openMailbox } from '#test/mailbox.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const OWNER = 'owner@example.com'
const shop = await openShopForFile({
  NOTIFY_EMAILS: OWNER,
  SELLER_NAME: 'Example Tools Ltd.',
  BANK_DETAILS: 'Example Bank\\nIBAN XX00 1111',
  RATE_LIMIT: 'on',
  TRUST_PROXY: 'true',
})
const { $client: pool } = shop.shop.db
const checkout = openCheckoutClient(shop)
const mailbox = openMailbox(shop)
const product = await checkout.addProduct(100_000_000)
const admin = await shop.signUpAdmin()

const see = async ({ _id }: Booking, { token }: Person): Promise<Booking> =>
  (await shop.call('GET', `/api/booking/${_id}`, { token })).json
const choose = ({ token }: Person, { _id }: Booking, address = '192.0.2.1') =>
  shop.call('POST', `/api/booking/${_id}/bank-transfer`, { token, headers: { 'x-forwarded-for': address } })
const details = ({ token }: Person, { _id }: Booking) =>
  shop.call('GET', `/api/booking/${_id}/bank-transfer`, { token })
async function confirmed() {
  const person = await shop.signUp()
  await pool.query('update users set email_verified_at = now() where email = $1', [person.email])
  return person
}
async function told() {
  const { rows } = await pool.query<{ id: string }>(
    `select data->>'bookingId' as id from mails where kind = 'bank-order'`,
  )
  return rows.map(({ id }) => id)
}
const forget = () => pool.query(`delete from mails where kind = 'bank-order'`)

test('an unpaid order says where its transfer goes and with which reference; a paid one does not', async () => {
  const person = await shop.signUp()
  const order = await checkout.order(person, product)
  for (const reader of [person, admin])
    expect((await details(reader, order)).json).toEqual({
      recipient: 'Example Tools Ltd.',
      account: 'Example Bank\nIBAN XX00 1111',
      reference: `Order ${order.number}`,
      amount: order.price,
    })
  const paid = await checkout.buy(person, product)
  for (const refused of [await details(person, paid), await choose(person, paid)])
    expect([refused.status, refused.json.error]).toEqual([409, 'This order is paid'])
})

test('the owner is told once of an order that is to be paid by bank transfer, and sees it at the order', async () => {
  const person = await confirmed()
  const order = await checkout.order(person, product)
  expect(order).not.toHaveProperty('byBank')
  const all = await Promise.all(Array.from({ length: 4 }, () => choose(person, order)))
  for (const { status, json } of all) expect([status, json.byBank]).toEqual([200, true])
  expect((await see(order, admin)).byBank).toBe(true)
  await mailbox.sendDue()
  const mails = (await mailbox.to(OWNER)).filter(({ subject }) => subject.startsWith('To be paid by bank'))
  expect(mails).toMatchObject([
    {
      subject: `To be paid by bank transfer: 100 × ${order.product}`,
      text: expect.stringContaining(`“Order ${order.number}”`),
    },
  ])
})

test('what was paid or deleted meanwhile is not told', async () => {
  const person = await confirmed()
  const [paid, deleted, open] = [
    await checkout.order(person, product),
    await checkout.order(person, product),
    await checkout.order(person, product),
  ]
  for (const order of [paid, deleted, open]) await choose(person, order)
  await checkout.remove(person, deleted)
  const secret = await checkout.begin(person, paid)
  await checkout.provider.confirm(secret)
  await checkout.report(person, paid, secret)
  await mailbox.sendDue()
  const mails = (await mailbox.to(OWNER)).filter(({ subject }) => subject.startsWith('To be paid by bank'))
  const told = [paid, deleted, open].map(({ number }) =>
    mails.some(({ text }) => text.includes(`“Order ${number}”`)),
  )
  expect(told).toEqual([false, false, true])
})

test('nobody floods the owner: strangers of one network are told of ten times a day, a customer twenty times an hour', async () => {
  await forget()
  const [stranger, known] = [await shop.signUp(), await confirmed()]
  const choices = async (person: Person, count: number) => {
    for (let placed = 0; placed < count; placed++) {
      const { status } = await choose(person, await checkout.order(person, product))
      expect(status).toBe(200)
    }
    const all = (await told()).length
    await forget()
    return all
  }
  expect(await choices(stranger, 12)).toBe(10)
  expect(await choices(known, 22)).toBe(20)
})

test('a shop without bank details accepts no transfers, and says nothing of them', async () => {
  const { config } = shop.shop
  const { bankDetails } = config.documents
  const person = await shop.signUp()
  const order = await checkout.order(person, product)
  config.documents.bankDetails = null
  try {
    for (const { status, json } of [await details(person, order), await choose(person, order)])
      expect([status, json.error]).toEqual([409, 'This shop does not accept bank transfers'])
  } finally {
    config.documents.bankDetails = bankDetails
  }
})
