import { expect, test, vi } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const checkout = openCheckoutClient(shop)
const quotes = openQuoteClient(shop, admin)
const product = await checkout.addProduct(100_000)
const { $client: pool } = shop.shop.db

const leave = (person: Person) =>
  shop.call('DELETE', '/api/account', {
    token: person.token,
    headers: { cookie: person.cookie },
    body: { password: person.password },
  })
const idOf = async ({ email }: Person) =>
  (await pool.query('select id from users where email = $1', [email])).rows[0].id
const patience = { timeout: 15_000 }
const removed = [403, 'This account was removed']

test('a refused deletion has deleted nothing, whichever order it was refused for', async () => {
  const person = await shop.signUp()
  const quote = await quotes.offered(person, product)
  const orders = [
    await checkout.order(person, product),
    await checkout.order(person, product),
    await checkout.order(person, product),
  ] as const
  const secret = await checkout.begin(person, orders[1])
  await checkout.provider.turn({ processing: true })
  await checkout.provider.confirm(secret)
  expect((await leave(person)).status).toBe(409)
  await checkout.provider.turn({ processing: false, down: true })
  expect((await leave(person)).status).toBe(503)
  await checkout.provider.turn({ reset: true })
  const { rows } = await pool.query('select distinct state, held from bookings where user_id = $1', [
    await idOf(person),
  ])
  expect(rows).toEqual([{ state: 'open', held: true }])
  expect((await quotes.see(quote)).state).toBe('offered')
  expect((await checkout.begin(person, orders[0])).length).toBeGreaterThan(0)
})

test('an order placed while the account is deleted is deleted with it or refused', async () => {
  for (let round = 0; round < 3; round++) {
    const person = await shop.signUp()
    const id = await idOf(person)
    const place = () =>
      shop.call('POST', '/api/bookings', { token: person.token, body: checkout.orderBody(product, 100) })
    const [left, ...placed] = await Promise.all([leave(person), ...Array.from({ length: 8 }, place)])
    expect(left?.status, left?.text).toBe(200)
    for (const { status } of placed) expect([200, 403]).toContain(status)
    const { rows } = await pool.query('select distinct state from bookings where user_id = $1', [id])
    expect(rows.filter(({ state }) => state !== 'deleted')).toEqual([])
  }
  await checkout.assertLedgerBalances()
})

test('of two deletions at once the later one is told that the account is gone', async () => {
  const person = await shop.signUp()
  const id = await idOf(person)
  const first = await pool.connect()
  await first.query('begin')
  await first.query('select from users where id = $1 for update', [id])
  const later = leave(person)
  await vi.waitUntil(async () => {
    const { rows } = await pool.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    )
    return rows.length > 0
  }, patience)
  await first.query(`update users set deleted_at = now(), deleted_by = 'left', name = 'Gone' where id = $1`, [
    id,
  ])
  await first.query('commit')
  first.release()
  const { status, json } = await later
  expect([status, json.error]).toEqual(removed)
  const { rows } = await pool.query('select name, deleted_by from users where id = $1', [id])
  expect(rows).toEqual([{ name: 'Gone', deleted_by: 'left' }])
})

test('who is known to the identity service no more is told so, not to sign in with Google', async () => {
  const person = await shop.signUp()
  await pool.query('delete from identity.user where email = $1', [person.email])
  const { status, json } = await leave(person)
  expect([status, json.error]).toEqual(removed)
})

test('nobody’s deletion fails because somebody signed up with an address made from its id', async () => {
  const person = await shop.signUp()
  const squatter = await shop.signUp({ email: `${await idOf(person)}@deleted.invalid` })
  await checkout.order(squatter, product)
  expect((await leave(person)).status).toBe(200)
  expect((await leave(squatter)).status).toBe(200)
  expect((await shop.signUp({ email: squatter.email })).token).toBeTruthy()
})

test('interrupted after the person is gone: the next scheduled job ends orders and quotes, and others do not wait for it', async () => {
  const [person, other] = [await shop.signUp(), await shop.signUp()]
  const ids = [await idOf(person), await idOf(other)]
  const stock = await checkout.quantity(product)
  await checkout.order(person, product)
  const quote = await quotes.offered(other, product)
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'interrupted'; end $$;
    create trigger refuse before update of state on bookings for each row execute function refuse();
    create trigger refuse before update of state on quotes for each row execute function refuse()`)
  for (const one of [person, other]) expect((await leave(one)).status).toBe(500)
  await pool.query('drop trigger refuse on quotes')
  await pool.query(
    'create trigger refuse before update of deleted_by on users for each row execute function refuse()',
  )
  const before = shop.log.length
  await runDueJobs(shop.shop)
  const logged = shop.log.slice(before).map((line) => JSON.parse(line).msg)
  expect(logged.filter((msg) => msg === 'a job failed and will be retried')).toHaveLength(1)
  expect(logged.filter((msg) => msg === 'another step failed as well')).toHaveLength(1)
  expect((await quotes.see(quote)).state).toBe('withdrawn')
  await pool.query('drop function refuse cascade')
  await runDueJobs(shop.shop)
  const { rows } = await pool.query('select deleted_by from users where id = any($1)', [ids])
  expect(rows).toEqual([{ deleted_by: 'left' }, { deleted_by: 'left' }])
  expect(await checkout.quantity(product)).toBe(stock)
  await checkout.assertLedgerBalances()
})
