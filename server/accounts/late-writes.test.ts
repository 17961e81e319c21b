import { expect, test, vi } from 'vitest'
import { HEARTS } from '#contract/people/rating-hearts.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const quotes = openQuoteClient(shop, await shop.signUpAdmin())
const product = await checkout.addProduct(1_000)
const { $client: pool } = shop.shop.db
const patience = { timeout: 15_000 }

test('what was under way while its author’s account was deleted is refused and leaves no name behind', async () => {
  const person = await shop.signUp({ name: 'Just Leaving' })
  const order = await checkout.order(person, product)
  const quote = await quotes.offered(person, product)
  const stock = await checkout.quantity(product)
  const {
    rows: [user],
  } = await pool.query('select id from users where email = $1', [person.email])
  const { id } = user
  const client = await pool.connect()
  await client.query('begin')
  await client.query('select from users where id = $1 for update', [id])
  const { token } = person
  const review = { description: 'Written while the account was deleted', rating: HEARTS[0] }
  const info = { education: 'Metalwork', location: 'Springfield', number: '5550100', linkdin: '' }
  const late = [
    shop.call('POST', '/api/ratings', { token, body: review }),
    shop.call('PUT', `/api/profile/${encodeURIComponent(person.email)}`, { token, body: { info } }),
    shop.call('POST', '/api/bookings', { token, body: checkout.orderBody(product, 100) }),
    shop.call('POST', '/api/quotes', { token, body: { productId: product, orders: 100 } }),
    quotes.accept(person, quote),
  ]
  await vi.waitUntil(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    // Of the two that make an order, one waits for the other.
    return rows.length === late.length - 1
  }, patience)
  await client.query(
    `update users set deleted_at = now(), deleted_by = 'left', name = 'Deleted account', email = id || '@deleted.invalid' where id = $1`,
    [id],
  )
  await client.query('commit')
  client.release()
  for (const { status, json } of await Promise.all(late))
    expect([status, json.error]).toEqual([403, 'This account was removed'])
  for (const table of ['ratings', 'profiles'])
    expect((await pool.query(`select from ${table} where user_id = $1`, [id])).rows, table).toEqual([])
  const { rows: written } = await pool.query(
    `select (select count(*)::int from bookings where user_id = $1) as bookings,
       (select count(*)::int from quotes where user_id = $1) as quotes`,
    [id],
  )
  expect(written).toEqual([{ bookings: 1, quotes: 1 }])
  expect(await checkout.quantity(product)).toBe(stock)

  await pool.query(`update bookings set hold_until = now() where id = $1`, [order._id])
  await runDueJobs(shop.shop)
  const { rows } = await pool.query('select state, name, phone, address from bookings where id = $1', [
    order._id,
  ])
  expect(rows).toEqual([{ state: 'lapsed', name: 'Deleted account', phone: '', address: '' }])
})

test('however many orders came to nothing, all of them lose the name', async () => {
  const person = await shop.signUp({ name: 'Ordered Much' })
  const { _id } = await checkout.order(person, product)
  await pool.query(
    `insert into bookings (id, product_id, user_id, email, name, orders, phone, address, hold_until, product, unit_cents, price_cents, state, held, deleted_at, deleted_by)
     select gen_random_uuid(), product_id, user_id, email, name, orders, phone, address, hold_until, product, unit_cents, price_cents, 'deleted', false, now(), email
     from bookings, generate_series(1, 2500) where id = $1`,
    [_id],
  )
  await shop.call('DELETE', '/api/account', {
    token: person.token,
    headers: { cookie: person.cookie },
    body: { password: person.password },
  })
  const { rows } = await pool.query(
    `select name, count(*)::int from bookings where user_id = (select user_id from bookings where id = $1) group by name`,
    [_id],
  )
  expect(rows).toEqual([{ name: 'Deleted account', count: 2_501 }])
})
