import { expect, inject, onTestFinished, test } from 'vitest'
import type { Overview } from '#contract/desk/overview.ts'
import { releaseAllExcessHolds } from '#server/sales/closing/release-excess-holds.ts'
import { commandsOf } from '#test/run-command.ts'
import { openShopForFile, openTestShop, type TestShop } from '#test/shop.ts'
import { demoOrders } from './demo-orders.ts'
import { OF_DEMO_CUSTOMERS } from './recognize-demo-customers.ts'

const ON = { DEMO_ORDERS: 'on', TIME_ZONE: 'Pacific/Kiritimati', TAX_PERCENT: '19' }
const shop = await openShopForFile(ON)

const query = async <T extends object>(text: string, at: TestShop = shop) =>
  (await at.shop.db.$client.query<T>(text)).rows
const count = async (from: string, at?: TestShop) =>
  (await query<{ count: number }>(`select count(*)::int as count from ${from}`, at))[0]?.count

test('an owner’s first look lives: sales in every month and growing, orders to ship, quotes that wait', async () => {
  const { token } = await shop.signUpAdmin()
  const overview: Overview = (await shop.call('GET', '/api/overview', { token })).json
  const sold = overview.months.map(({ orders }) => orders)
  expect(Math.min(...sold.slice(1, -1))).toBeGreaterThan(3)
  const half = (from: number, to: number) => sold.slice(from, to).reduce((sum, orders) => sum + orders, 0)
  expect(half(6, 12)).toBeGreaterThan(half(0, 6))
  expect(overview.days.filter(({ orders }) => orders > 0).length).toBeGreaterThan(15)
  expect(overview.bestSellers).toHaveLength(10)
  expect(overview.unpaid.orders).toBe(5)
  expect(overview.unpaid.lapsed).toBeLessThan(overview.unpaid.orders)
  expect(await count('bookings')).toBeLessThan(200)
  expect(await count(`bookings where state = 'paid'`)).toBeGreaterThanOrEqual(150)
  const states = await query<{ state: string }>('select distinct state from quotes order by 1')
  expect(states.map(({ state }) => state)).toEqual([
    'accepted',
    'asked',
    'declined',
    'lapsed',
    'offered',
    'withdrawn',
  ])
  const noBargain = await query(
    `select number from quotes join products on products.id = product_id, jsonb_array_elements(steps) as step
     where (step->>'cents')::int >= price_cents`,
  )
  expect(noBargain, 'an offer is below the list price').toEqual([])
})

test('the limits on unpaid orders release none of the demo', async () => {
  const limited = { ...shop.shop, config: { ...shop.shop.config, rateLimit: true } }
  const held = `bookings where state = 'open' and held`
  const before = await count(held)
  await releaseAllExcessHolds(limited)
  expect(await count(held)).toBe(before)
  expect(before).toBeGreaterThan(0)
})

test('every payment has an invoice and every refund a credit note, numbered without gaps in the order of time', async () => {
  for (const [series, prefix] of [
    ['test-invoice', 'TEST-'],
    ['test-credit-note', 'TEST-C-'],
  ]) {
    const kind = series?.replace('test-', '')
    const rows = await query<{ number: string; year: number; at: string }>(
      `select number, extract(year from issued_at at time zone 'Pacific/Kiritimati')::int as year from documents
       where kind = '${kind}' order by issued_at`,
    )
    let [year, last] = [0, 0]
    for (const row of rows) {
      last = row.year === year ? last + 1 : 1
      year = row.year
      expect(row.number).toBe(`${prefix}${year}-${String(last).padStart(6, '0')}`)
    }
    expect(await query(`select year, last from document_counters where series = '${series}'`)).toEqual([
      { year, last },
    ])
  }
  expect(await count(`bookings where state = 'paid'`)).toBe(await count(`documents where kind = 'invoice'`))
  expect(await count('refunds')).toBe(await count(`documents where kind = 'credit-note'`))
  const differing = await query(
    `select d.number from documents d join bookings b on b.id = booking_id
     where kind = 'invoice' and (issued_at <> paid_at or total_cents <> price_cents or tax_cents <> round(price_cents * 19 / 119.0)
       or (data->>'orderNumber')::int <> b.number or data->>'test' <> 'true' or data->'buyer'->>'email' <> b.email)`,
  )
  expect(differing).toEqual([])
  expect(
    await query(
      `select id from bookings where refunded_cents <> (select coalesce(sum(amount_cents), 0) from refunds where booking_id = bookings.id)
         or restocked <> (select coalesce(sum(restock), 0) from refunds where booking_id = bookings.id)`,
    ),
  ).toEqual([])
})

test('its customers are nobody: no account, no mail, and whoever signs up sees none of it', async () => {
  expect(await count('identity.user')).toBe(await count(`users where not subject like 'demo customer %'`))
  expect(await count('users where email_verified_at is not null')).toBe(0)
  expect(await count(`mails where kind <> 'confirm-email'`)).toBe(0)
  const person = await shop.signUp()
  const own = await shop.call('GET', `/api/myitem?email=${person.email}`, { token: person.token })
  expect(own.json).toEqual([])
  const taken = await shop.signUp({ email: 'demo-1@shop.example' })
  const refused = await shop.call('GET', '/api/myitem?email=demo-1@shop.example', { token: taken.token })
  expect(refused.status).toBe(403)
})

test('the next order and the next quote go on counting', async () => {
  const person = await shop.signUp()
  const [product] = await query<{ id: string }>('select id from products where orderable limit 1')
  const body = { orderId: product?.id, orders: 100, phone: '1', address: 'Quay 1' }
  const last = () => query<{ number: number }>('select max(number) as number from bookings')
  const [before] = await last()
  expect((await shop.call('POST', '/api/bookings', { token: person.token, body })).status).toBe(200)
  expect(await last()).toEqual([{ number: (before?.number ?? 0) + 1 }])
  const quotes = (await count('quotes')) ?? 0
  expect(await query(`select nextval('quote_numbers')::int as next`)).toEqual([{ next: quotes + 1 }])
})

test('the same moment makes the same year, at any hour, and never the future', () => {
  const customers = [{ id: 'c', email: 'c@shop.example', name: 'C' }]
  const stock = [{ id: 'p', name: 'P', sku: 'P-1', priceCents: 100, quantity: 1, minimum: 100 }]
  const withoutIds = ({ id: _, ...order }: { id: string }) => order
  for (const moment of ['2026-01-01T00:00:10Z', '2026-03-01T08:30:00Z', '2026-07-05T23:59:59Z']) {
    const world = { customers, stock, config: shop.shop.config, now: Date.parse(moment) }
    const [one, other] = [demoOrders(world), demoOrders(world)]
    expect(one.paid.map(withoutIds)).toEqual(other.paid.map(withoutIds))
    const times = [...one.paid.flatMap(({ createdAt, paidAt }) => [createdAt, paidAt])]
    expect(Math.max(...times.map((time) => time.getTime()))).toBeLessThanOrEqual(world.now)
    expect(new Set(one.paid.map(({ number }) => number)).size).toBe(one.paid.length)
  }
})

test('demo:clear removes all of it, says so, and the next order is the first', async () => {
  const cleared = await openTestShop(inject('databaseServer'), ON)
  onTestFinished(cleared.close)
  const [customers, orders, documents, refunds, quotes] = await Promise.all(
    ['users', 'bookings', 'documents', 'refunds', 'quotes'].map((table) =>
      count(table === 'users' ? `users where subject like 'demo customer %'` : table, cleared),
    ),
  )
  const { run } = commandsOf(cleared)
  const { said } = await run('demo-clear', { words: ['--yes'] })
  expect(said).toMatch(/^Removed 36 demo products, \d+ demo reviews and /)
  expect(said).toContain(
    `${customers} demo customers with ${orders} orders, ${documents} documents, ${refunds} refunds and ${quotes} quotes.`,
  )
  for (const table of [
    'bookings',
    'documents',
    'refunds',
    'quotes',
    'shipments',
    'document_counters',
    'products',
  ])
    expect(await count(table, cleared), table).toBe(0)
  expect(await query(`select nextval('bookings_number_seq')::int as next`, cleared)).toEqual([{ next: 1001 }])
  expect(await query(`select nextval('quote_numbers')::int as next`, cleared)).toEqual([{ next: 1 }])
})

test('demo:clear never takes a number that was given while the shop was live', async () => {
  const live = await openTestShop(inject('databaseServer'), ON)
  onTestFinished(live.close)
  await query(
    `update documents set number = '2026-000001' where number = (select min(number) from documents)`,
    live,
  )
  const before = await count('documents', live)
  expect(await commandsOf(live).run('demo-clear', { words: ['--yes'] })).toEqual({
    code: 1,
    said: '',
    complained:
      'Nothing was removed: 2026-000001 was issued for a demo order while the shop was live, and its number must not be lost.',
  })
  expect(await count('documents', live)).toBe(before)
})

test('what a real customer ordered or asked for stays when the demo is cleared: hidden product, withdrawn quote', async () => {
  const mixed = await openTestShop(inject('databaseServer'), ON)
  onTestFinished(mixed.close)
  const person = await mixed.signUp()
  const [product] = await query<{ id: string }>('select id from products where orderable limit 1', mixed)
  const body = { orderId: product?.id, orders: 100, phone: '1', address: 'Quay 1' }
  const placed = await mixed.call('POST', '/api/bookings', { token: person.token, body })
  expect(placed.status).toBe(200)
  const [offered] = await query<{ number: string }>(
    `insert into quotes (id, number, product_id, user_id, product, email, name, orders, state, steps, valid_until, expires_at, held)
     select gen_random_uuid(), 'Q-2026-9999', '${product?.id}', id, 'x', email, name, 500, 'offered', '[{"orders":500,"cents":100}]',
       current_date, now() + interval '1 day', 500 from users where email = '${person.email}' returning number`,
    mixed,
  )
  const units = () =>
    query<{ quantity: number }>(`select quantity from products where id = '${product?.id}'`, mixed)
  const [before] = await units()
  await commandsOf(mixed).run('demo-clear', { words: ['--yes'] })
  expect(await count(`bookings where ${OF_DEMO_CUSTOMERS}`, mixed)).toBe(0)
  expect(await query('select id, demo, deleted_by from products', mixed)).toEqual([
    { id: product?.id, demo: false, deleted_by: 'demo:clear' },
  ])
  expect(await query('select id, state from bookings', mixed)).toEqual([
    { id: placed.json._id, state: 'open' },
  ])
  expect(await query('select number, state, held from quotes', mixed)).toEqual([
    { ...offered, state: 'withdrawn', held: 0 },
  ])
  expect(await units()).toEqual([{ quantity: (before?.quantity ?? 0) + 500 }])
  const again = await mixed.call('GET', `/api/myitem?email=${person.email}`, { token: person.token })
  expect(again.json).toHaveLength(1)
})

test('with DEMO_ORDERS=off the catalogue comes alone', async () => {
  const off = await openTestShop(inject('databaseServer'))
  onTestFinished(off.close)
  expect(await count('bookings', off)).toBe(0)
  expect(await count('products', off)).toBe(36)
})
