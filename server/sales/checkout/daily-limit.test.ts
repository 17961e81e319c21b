import { expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile({ RATE_LIMIT: 'on', TRUST_PROXY: 'true', OPEN_ORDER_LIMIT: '2' })
const checkout = openCheckoutClient(shop)
const product = await checkout.addProduct(1_000_000)
const PER_DAY = 20
const { $client: pool } = shop.shop.db

const place = ({ token }: { token: string }) =>
  shop.call('POST', '/api/bookings', {
    token,
    body: { orderId: product, orders: 100, phone: '1', address: 'A' },
  })

test('placing and deleting orders has an end for the day; others order on, and the next day so does this customer', async () => {
  const [person, other] = [await shop.signUp(), await shop.signUp()]
  for (let placed = 0; placed < PER_DAY; placed++) {
    const { status, json } = await place(person)
    expect(status).toBe(200)
    expect((await shop.call('DELETE', `/api/bookings/${json._id}`, { token: person.token })).status).toBe(200)
  }
  const mails = async () => (await pool.query('select from mails')).rowCount
  const before = await mails()
  const refused = await place(person)
  expect([refused.status, refused.json.error]).toEqual([
    429,
    `You have placed ${PER_DAY} orders within a day. Try again tomorrow.`,
  ])
  expect(await mails()).toBe(before)
  expect((await place(other)).status).toBe(200)
  await pool.query(
    `update bookings set created_at = created_at - interval '1 day' where user_id = (select id from users where email = $1)`,
    [person.email],
  )
  expect((await place(person)).status).toBe(200)
})

test('one customer can neither use up the card provider’s limit nor have their data read without end', async () => {
  const [person, other] = [await shop.signUp(), await shop.signUp()]
  const booking = await checkout.order(person, product)
  const ask = ({ token }: { token: string }) =>
    shop.call('PATCH', `/api/booking/${booking._id}`, {
      token,
      body: { payment: 'x', transictionId: 'pi_unknown' },
    })
  const asked = await Promise.all(Array.from({ length: 130 }, () => ask(person)))
  expect(asked.filter(({ status }) => status === 429)).toHaveLength(10)
  expect((await ask(other)).status).toBe(404)
  const drop = () => shop.call('DELETE', `/api/bookings/${booking._id}`, { token: other.token })
  const dropped = await Promise.all(Array.from({ length: 130 }, drop))
  expect(dropped.filter(({ status }) => status === 429)).toHaveLength(11)

  const readMine = ({ token }: { token: string }) => shop.call('GET', '/api/my-data', { token })
  const read = await Promise.all(Array.from({ length: 8 }, () => readMine(person)))
  expect(read.filter(({ status }) => status === 429)).toHaveLength(3)
  expect((await readMine(other)).status).toBe(200)
})
