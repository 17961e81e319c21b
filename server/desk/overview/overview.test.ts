import { describe, expect, test } from 'vitest'
import { isOrderable, LOW_STOCK_ORDERS, minimumOrder } from '#contract/catalogue/order-quantity.ts'
import { overview as overviewShape } from '#contract/desk/overview.ts'
import { newId } from '#server/platform/database/queries/new-id.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile } from '#test/shop.ts'
import { readOverview } from './read-overview.ts'

type Row = {
  id: string
  state: string
  product_id: string
  orders: number
  price_cents: number
  refunded_cents: number
  paid_at: Date
}

type RefundRow = { amount_cents: number; settled_at: Date }

/** The figures are asked for at these moments: borders of days and months, and the days on which clocks change. */
const moments = [
  '2026-10-31T23:30:00Z',
  '2026-11-01T02:29:59.999Z',
  '2026-11-01T10:00:00Z',
  '2026-10-25T00:30:00Z',
  '2026-03-29T01:30:00Z',
  '2026-04-05T12:00:00Z',
  '2026-12-31T23:59:59Z',
  '2026-01-01T00:00:00Z',
  '2027-02-28T11:15:00Z',
]
/** Far from UTC, by half hours, and where clocks change at midnight, so that it comes twice or not at all. */
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'America/Havana',
  'Atlantic/Azores',
  'Asia/Beirut',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
]

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const admin = await shop.signUpAdmin()
const { id: userId } = await checkout.asCaller(await shop.signUp())
const productIds = await Promise.all(
  Array.from({ length: 14 }, (_, index) => checkout.addProduct(150 * index, { priceCents: 100 + index })),
)
await insertBookings(userId, productIds)
const { rows } = await shop.shop.db.$client.query<Row>('select * from bookings')
const { rows: refunds } = await shop.shop.db.$client.query<RefundRow>(
  `select * from refunds where state = 'succeeded' and source <> 'unapplied'`,
)

describe.each(zones)('in %s', (timeZone) => {
  test.each(moments)('the figures of %s are the sums of the rows', async (now) => {
    const shown = await readOverview(shop.shop, { now: new Date(now), timeZone })
    const days = lastDays(30, dayIn(timeZone, new Date(now)))
    const months = lastMonths(12, dayIn(timeZone, new Date(now)))
    const paid = rows
      .filter(({ state }) => state === 'paid')
      .map((row) => ({ row, day: dayIn(timeZone, row.paid_at) }))
    const refunded = refunds.map((row) => ({ row, day: dayIn(timeZone, row.settled_at) }))
    const within = <T>(dated: { row: T; day: string }[], start: string) =>
      dated.filter(({ day }) => day.startsWith(start)).map(({ row }) => row)
    const inMonth = (from: string) => within(paid, from.slice(0, 7))
    const sales = (from: string, start: string) => salesOf(from, within(paid, start), within(refunded, start))
    expect(shown.days).toEqual(days.map((from) => sales(from, from)))
    expect(shown.months).toEqual(months.map((from) => sales(from, from.slice(0, 7))))
    expect(shown.bestSellers).toEqual(best(months.flatMap(inMonth)))
  })
})

test('what was paid in a day before the first or after the last of them counts in none', async () => {
  const now = new Date('2026-11-01T10:00:00Z')
  const { days, months } = await readOverview(shop.shop, { now, timeZone: 'UTC' })
  const all = rows.filter(({ state }) => state === 'paid').length
  const counted = (sales: { orders: number }[]) => sales.reduce((sum, { orders }) => sum + orders, 0)
  expect(counted(days)).toBeGreaterThan(100)
  expect(counted(months)).toBeGreaterThan(counted(days))
  expect(counted(months)).toBeLessThan(all)
})

test('each state of an order is counted where it belongs', async () => {
  const before = await ask()
  const buyer = await shop.signUp()
  const product = await checkout.addProduct(100_000)
  const deleted = await checkout.order(buyer, product)
  await checkout.remove(buyer, deleted)
  await checkout.order(buyer, product)
  const sent = await checkout.buy(buyer, product, 300)
  await checkout.buy(buyer, product)
  await shop.call('PUT', `/api/bookings/${sent._id}/shipment`, {
    token: admin.token,
    body: { carrier: 'Van', number: '1', sentOn: new Date().toISOString().slice(0, 10) },
  })
  const after = await ask()
  expect(after.unpaid).toEqual({ ...before.unpaid, orders: before.unpaid.orders + 1 })
  expect(after.toShip).toBe(before.toShip + 1)
  expect(after.days.at(-1)).toMatchObject({
    orders: Number(before.days.at(-1)?.orders) + 2,
    revenue: Math.round((Number(before.days.at(-1)?.revenue) + 400 * 19.99) * 100) / 100,
  })
})

test('unpaid, to ship and failed refunds are the rows that are so', async () => {
  const { rows: bookings } = await shop.shop.db.$client.query<Row>('select * from bookings')
  const { rows: shipments } = await shop.shop.db.$client.query('select * from shipments')
  const { rows: refunds } = await shop.shop.db.$client.query('select * from refunds')
  const withState = (...states: string[]) => bookings.filter(({ state }) => states.includes(state)).length
  const failed = refunds.filter(({ state }) => state === 'failed')
  const isShipped = (id: string) => shipments.some(({ booking_id }) => booking_id === id)
  const toShip = bookings.filter(
    ({ id, state, refunded_cents, price_cents }) =>
      state === 'paid' && !isShipped(id) && refunded_cents < price_cents,
  )
  const shown = await ask()
  expect(failed.length).toBeGreaterThan(1)
  expect(shown.unpaid).toEqual({
    orders: withState('open', 'closing', 'lapsed'),
    lapsed: withState('lapsed'),
  })
  expect(shown.toShip).toBe(toShip.length)
  expect(toShip.length).toBeLessThan(withState('paid') - shipments.length)
  expect(shown.failedRefunds).toEqual({
    payments: failed.length,
    amount: failed.reduce((sum, { amount_cents }) => sum + amount_cents, 0) / 100,
  })
})

test('stock is low below three smallest orders; the scarcest come first, removed products never', async () => {
  await checkout.addProduct(5_999, { minimum: 2_000 })
  await checkout.addProduct(6_000, { minimum: 2_000 })
  await checkout.addProduct(2_000_000_000, { minimum: 2_000_000_000 })
  const removed = await checkout.addProduct(5)
  await shop.call('DELETE', `/api/products/${removed}`, { token: admin.token })
  const { rows: products } = await shop.shop.db.$client.query(
    'select * from products where deleted_at is null',
  )
  const low = products
    .filter((product) => product.quantity < LOW_STOCK_ORDERS * minimumOrder(product))
    .sort(
      (one, other) =>
        Number(isOrderable(one)) - Number(isOrderable(other)) ||
        one.quantity / minimumOrder(one) - other.quantity / minimumOrder(other),
    )
  const { lowStock } = await ask()
  expect([lowStock.products, lowStock.soldOut]).toEqual([
    low.length,
    low.filter((product) => !isOrderable(product)).length,
  ])
  expect(lowStock.scarcest).toEqual(
    low.slice(0, 10).map(({ id: _id, name, quantity, minimum }) => ({ _id, name, quantity, minimum })),
  )
})

test('every time zone that a browser can name is known to the database', async () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone'))
    await shop.shop.db.$client.query('select now() at time zone $1', [timeZone])
})

test.each([
  'Europe/Nowhere',
  '+01:00',
  '-8',
  '',
  ' ',
  '../etc/passwd',
  "UTC'; drop table bookings; --",
  'U\0TC',
  'x'.repeat(5_000),
])('the time zone %j is refused with a sentence', async (timeZone) => {
  const target = `/api/overview?timeZone=${encodeURIComponent(timeZone)}`
  const { status, json } = await shop.call('GET', target, { token: admin.token })
  expect([status, json]).toEqual([
    400,
    {
      success: false,
      error: 'Enter the time zone by its name, such as Europe/Berlin',
      field: 'timeZone',
    },
  ])
})

test('two time zones at once are refused; none is UTC', async () => {
  const twice = await shop.call('GET', '/api/overview?timeZone=UTC&timeZone=UTC', { token: admin.token })
  expect(twice.status).toBe(400)
  const { json } = await shop.call('GET', '/api/overview', { token: admin.token })
  expect(overviewShape.strict().parse(json).timeZone).toBe('UTC')
  expect(json.days.at(-1).from).toBe(new Date().toISOString().slice(0, 10))
})

async function ask() {
  const { json } = await shop.call('GET', '/api/overview?timeZone=UTC', { token: admin.token })
  return overviewShape.parse(json)
}

const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })]),
)
/** The calendar's day, such as 2026-11-15. */
const dayIn = (timeZone: string, moment: Date) => `${formats.get(timeZone)?.format(moment)}`

function lastDays(count: number, today: string) {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => isoDay(year, month, day - count + 1 + index))
}

function lastMonths(count: number, today: string) {
  const [year = 0, month = 0] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, index) => isoDay(year, month - count + 1 + index, 1))
}

const isoDay = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

const cents = (sold: Row[]) => sold.reduce((sum, { price_cents }) => sum + price_cents, 0)
const salesOf = (from: string, sold: Row[], refunded: RefundRow[]) => ({
  from,
  orders: sold.length,
  revenue: (cents(sold) - refunded.reduce((sum, { amount_cents }) => sum + amount_cents, 0)) / 100,
})

function best(sold: Row[]) {
  const products = [...new Set(sold.map(({ product_id }) => product_id))].map((_id) => {
    const its = sold.filter(({ product_id }) => product_id === _id)
    return {
      _id,
      name: `Product ${_id}`,
      units: its.reduce((sum, { orders }) => sum + orders, 0),
      revenue: cents(its) / 100,
    }
  })
  return products
    .sort(
      (one, other) =>
        other.units - one.units || other.revenue - one.revenue || (one._id < other._id ? -1 : 1),
    )
    .slice(0, 10)
}

/** Two years of orders in every state, and one every few minutes on the days when clocks change somewhere. */
async function insertBookings(userId: string, productIds: string[]) {
  const busyDays = [
    '2026-03-08',
    '2026-03-29',
    '2026-04-05',
    '2026-10-04',
    '2026-10-25',
    '2026-11-01',
    '2026-12-31',
  ]
  const busy = busyDays.flatMap((day) =>
    Array.from({ length: 200 }, (_, index) => Date.parse(`${day}T00:00:00Z`) + (index - 60) * 17 * 60_000),
  )
  const spread = Array.from(
    { length: 1_500 },
    (_, index) => Date.parse('2025-04-01') + index * 11.37 * 3_600_000,
  )
  const states = ['paid', 'paid', 'paid', 'paid', 'lapsed', 'deleted', 'open', 'closing']
  const bookings = [...busy, ...spread].map((at, index) => {
    const state = states[index % states.length] as string
    const product = (index * 7 + (index % 5)) % productIds.length
    const orders = 100 + ((index * 37) % 50)
    const moment = new Date(at).toISOString()
    return {
      id: newId(),
      product_id: productIds[product],
      user_id: userId,
      product: `Product ${productIds[product]}`,
      unit_cents: 100 + product,
      orders,
      price_cents: orders * (100 + product),
      state,
      closing_to: state === 'closing' ? 'deleted' : null,
      held: state === 'open' || state === 'paid',
      transiction_id: state === 'paid' ? `pi_${index}` : null,
      paid_at: state === 'paid' ? moment : null,
      deleted_at: state === 'deleted' ? moment : null,
    }
  })
  await shop.shop.db.$client.query(
    `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, state, closing_to, held,
       transiction_id, paid_at, deleted_at, email, name, phone, address, hold_until)
     select id, product_id, user_id, product, unit_cents, orders, price_cents, state, closing_to, held,
       transiction_id, paid_at, deleted_at, 'a@example.com', 'A', '1', '1', 'infinity'
     from json_populate_recordset(null::bookings, $1)`,
    [JSON.stringify(bookings)],
  )
  const refundStates = ['succeeded', 'succeeded', 'succeeded', 'due', 'failed']
  const paid = bookings.filter(({ state }) => state === 'paid')
  const refunds = paid
    .filter((_, index) => index % 3 === 0)
    .map(({ id, price_cents, paid_at }, index) => {
      const state = refundStates[index % refundStates.length]
      const settled = new Date(Date.parse(String(paid_at)) + (index % 40) * 7 * 3_600_000).toISOString()
      return {
        id: newId(),
        booking_id: id,
        amount_cents: index % 2 ? price_cents : 1 + (index % 50),
        source: ['admin', 'provider', 'dispute', 'unapplied'][index % 4],
        state,
        settled_at: state === 'succeeded' ? settled : null,
      }
    })
  await shop.shop.db.$client.query(
    `insert into refunds (id, booking_id, amount_cents, source, reason, state, settled_at, provider_key)
     select id, booking_id, amount_cents, source, '', state, settled_at, ''
     from json_populate_recordset(null::refunds, $1)`,
    [JSON.stringify(refunds)],
  )
  await shop.shop.db.$client.query(
    `update bookings set refunded_cents = amount_cents from refunds
     where booking_id = bookings.id and source <> 'unapplied' and refunds.state <> 'failed'`,
  )
}
