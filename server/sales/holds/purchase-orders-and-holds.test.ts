import { describe, expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { newId } from '#server/platform/database/queries/new-id.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const DAY_MS = 86_400_000

const shop = await openShopForFile({ TIME_ZONE: 'America/New_York', BANK_HOLD_DAYS: '14' })
const checkout = openCheckoutClient(shop)
const [buyer, other, admin] = await Promise.all([shop.signUp(), shop.signUp(), shop.signUpAdmin()])
const product = await checkout.addProduct(1_000_000)

const set = ({ token }: Person, { _id }: Booking, body: unknown) =>
  shop.call('PATCH', `/api/booking/${_id}/purchase-order`, { token, body })
const hold = ({ _id }: Booking, until: unknown) =>
  shop.call('PUT', `/api/booking/${_id}/hold`, { token: admin.token, body: { until } })
const inNewYork = (time: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(time)
const daysFromNow = (days: number) => inNewYork(Date.now() + days * DAY_MS)
const find = async (q: string): Promise<Booking[]> =>
  (await shop.call('GET', `/api/bookings?q=${encodeURIComponent(q)}`, { token: admin.token })).json

describe('purchase order number and billing details', () => {
  test('are set, kept and removed by the owner until the order is paid', async () => {
    const booking = await checkout.order(buyer, product)
    const given = { purchaseOrder: 'PO 4711/9', billTo: ' Example Ltd. \n\nTax id 7' }
    const kept = { purchaseOrder: 'PO 4711/9', billTo: 'Example Ltd.\nTax id 7' }
    expect((await set(buyer, booking, given)).json).toEqual({ ...booking, ...kept })
    expect((await set(buyer, booking, {})).json).toEqual({ ...booking, ...kept })
    expect((await set(buyer, booking, { billTo: '' })).json).toEqual({
      ...booking,
      purchaseOrder: kept.purchaseOrder,
    })
    expect(await find('4711/9')).toMatchObject([{ _id: booking._id }])
    const secret = await checkout.begin(buyer, booking)
    await checkout.provider.confirm(secret)
    await checkout.report(buyer, booking, secret)
    const refused = await set(buyer, booking, { purchaseOrder: 'PO 2' })
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'This order is paid: its invoice cannot be changed',
    ])
    const { rows } = await shop.shop.db.$client.query('select data from documents where booking_id = $1', [
      booking._id,
    ])
    expect(rows[0].data.purchaseOrder).toBe('PO 4711/9')
  })

  test('belong to the owner', async () => {
    const booking = await checkout.order(buyer, product)
    for (const person of [other, admin])
      expect((await set(person, booking, { purchaseOrder: 'x' })).status).toBe(404)
  })

  test.each([
    ['purchaseOrder', 'x'.repeat(51), 'The purchase order number must be at most 50 characters long'],
    ['billTo', 'x\n'.repeat(7), 'The billing details can have at most 6 lines'],
  ])('%s that is too long is refused', async (field, value, error) => {
    const booking = await checkout.order(buyer, product)
    const { status, json } = await set(buyer, booking, { [field]: value })
    expect([status, json]).toEqual([400, { success: false, error, field }])
  })
})

test('an order is found by its number, with and without its sign', async () => {
  const first = await checkout.order(buyer, product)
  const second = await checkout.order(buyer, product)
  expect(second.number).toBe(first.number + 1)
  expect(first.number).toBeGreaterThan(1000)
  for (const q of [`#${first.number}`, String(first.number)])
    expect((await find(q)).map(({ _id }) => _id)).toContain(first._id)
  expect(await find(`#${first.number}`)).toHaveLength(1)
  expect(await find('#99999999999')).toEqual([])
  expect(await find('2147483648')).toEqual([])
})

describe('an admin holds an order longer', () => {
  test('to the end of a day in the time zone of the shop', async () => {
    const booking = await checkout.order(buyer, product)
    const until = daysFromNow(30)
    const { status, json } = await hold(booking, until)
    expect(status).toBe(200)
    const end = Date.parse(json.heldUntil)
    expect([inNewYork(end - 1), inNewYork(end)]).toEqual([until, daysFromNow(31)])
    expect((await hold(booking, until)).status).toBe(200)
    const shorter = await hold(booking, daysFromNow(3))
    expect([shorter.status, shorter.json.error]).toEqual([409, 'The units are already held longer than that'])
  })

  test.each([
    [daysFromNow(-1), 'Choose today or a later date'],
    ['0001-01-01', 'Choose today or a later date'],
    [daysFromNow(92), 'Units can be held for at most 90 days'],
    ['9999-12-31', 'Units can be held for at most 90 days'],
    ['soon', 'Enter the date as YYYY-MM-DD, such as 2026-11-15'],
  ])('%s is refused', async (until, error) => {
    const booking = await checkout.order(buyer, product)
    const { status, json } = await hold(booking, until)
    expect([status, json]).toEqual([400, { success: false, error, field: 'until' }])
  })

  test('a lapsed one is held again while its units are there', async () => {
    const scarce = await checkout.addProduct(250)
    const [one, late] = [await checkout.order(buyer, scarce), await checkout.order(buyer, scarce)]
    await checkout.lapse(one)
    await checkout.lapse(late)
    expect((await hold(one, daysFromNow(5))).json).toMatchObject({ held: true, paid: false })
    expect(await checkout.quantity(scarce)).toBe(150)
    await checkout.order(buyer, scarce)
    const refused = await hold(late, daysFromNow(5))
    expect([refused.status, refused.json.error]).toEqual([
      409,
      'The units for this order are no longer available',
    ])
    await checkout.assertLedgerBalances()
  })

  test('a paid, deleted or unknown one is not', async () => {
    const paid = await checkout.buy(buyer, product)
    expect((await hold(paid, daysFromNow(5))).status).toBe(409)
    const gone = await checkout.order(buyer, product)
    await checkout.remove(buyer, gone)
    expect((await hold(gone, daysFromNow(5))).status).toBe(404)
  })
})

describe('a pro forma invoice', () => {
  const fetchProForma = async ({ token }: Person, { _id }: Booking) =>
    expect((await shop.call('GET', `/api/booking/${_id}/proforma.pdf`, { token })).status).toBe(200)
  const heldDays = async (person: Person, booking: Booking) =>
    Math.round((Date.parse((await checkout.see(person, booking))?.heldUntil ?? '') - Date.now()) / DAY_MS)

  test('holds for a transfer only whom the shop knows: by an offer, or by an earlier payment', async () => {
    const [stranger, regular, offered] = await Promise.all([shop.signUp(), shop.signUp(), shop.signUp()])
    await checkout.buy(regular, product)
    const expected = new Map([
      [stranger, 1],
      [regular, 14],
      [offered, 14],
    ])
    for (const [person, days] of expected) {
      const booking = await checkout.order(person, product)
      if (person === offered) await offerFor(person, booking, '1 day')
      await fetchProForma(person, booking)
      expect(await heldDays(person, booking)).toBe(days)
    }
  })

  test('never shortens a hold, nor revives one that has lapsed', async () => {
    const long = await checkout.order(buyer, product)
    await hold(long, daysFromNow(40))
    await fetchProForma(buyer, long)
    expect(await heldDays(buyer, long)).toBeGreaterThan(38)
    const lapsed = await checkout.order(buyer, product)
    await checkout.lapse(lapsed)
    await fetchProForma(buyer, lapsed)
    expect(await checkout.see(buyer, lapsed)).toMatchObject({ held: false })
  })
})

/** The row that an accepted offer leaves. */
async function offerFor(person: Person, { _id, orders }: Booking, valid: string) {
  const { id } = await checkout.asCaller(person)
  await shop.shop.db.$client.query(
    `insert into quotes (id, number, product_id, user_id, product, email, name, orders, state, steps, valid_until, expires_at, booking_id)
     values ($1::uuid, $1::text, $2, $3, 'x', 'x', 'x', $4::int, 'accepted', jsonb_build_array(jsonb_build_object('orders', $4::int, 'cents', 100)),
       current_date, now() + $5::interval, $6)`,
    [newId(), product, id, orders, valid, _id],
  )
}

test('a lapsed order by an offer is held again at its own price, but only while the offer lasts', async () => {
  const [valid, ended] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  await offerFor(buyer, valid, '1 hour')
  await offerFor(buyer, ended, '-1 second')
  for (const booking of [valid, ended]) await checkout.lapse(booking)
  await shop.shop.db.$client.query('update products set price_cents = price_cents + 1 where id = $1', [
    product,
  ])
  expect(await checkout.begin(buyer, valid)).toMatch(/_secret_/)
  const { status, json } = await shop.call('POST', '/api/create-payment-intent', {
    token: buyer.token,
    body: { price: ended.price, bookingId: ended._id },
  })
  expect([status, json.error]).toEqual([
    409,
    'The offer that this order came from has expired: delete the order and request a new quote',
  ])
})
