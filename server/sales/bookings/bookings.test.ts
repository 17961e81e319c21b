import { expect, test } from 'vitest'
import { z } from 'zod'
import { booking as bookingShape } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const OPEN_ORDER_LIMIT = 30
const UNKNOWN_ID = '0197a0c0-0000-7000-8000-000000000000'

const shop = await openShopForFile({
  RATE_LIMIT: 'on',
  OPEN_ORDER_LIMIT: String(OPEN_ORDER_LIMIT),
})
const checkout = openCheckoutClient(shop)
const buyer = await shop.signUp()
const stranger = await shop.signUp()
const admin = await shop.signUpAdmin()

const place = (person: Person, body: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/api/bookings', { token: person.token, body, headers })

test('an order takes name, email, product and price from the shop, whatever was sent, and ignores the rest', async () => {
  const product = await checkout.addProduct(1000, { priceCents: 1234 })
  const { status, json } = await place(buyer, {
    ...checkout.orderBody(product, 150),
    product: 'Something else',
    price: 0.01,
    name: 'Somebody else',
    email: stranger.email,
    paid: true,
    transictionId: 'pi_1',
    _id: UNKNOWN_ID,
    role: 'admin',
    held: false,
  })
  expect(status).toBe(200)
  expect(bookingShape.strict().parse(json)).toMatchObject({
    orderId: product,
    product: `Product ${product}`,
    orders: 150,
    name: buyer.name,
    email: buyer.email,
    price: 1851,
    phone: '555 0100',
    address: '1 Example Street',
    paid: false,
    held: true,
  })
  expect(json._id).not.toBe(UNKNOWN_ID)
  expect(json).not.toHaveProperty('transictionId')
  expect(await checkout.quantity(product)).toBe(850)
})

test('the quantity is a whole number of at least 100 and the minimum, and below what is available', async () => {
  const product = await checkout.addProduct(500)
  const special = await checkout.addProduct(500, { minimum: 250 })
  const rest = await checkout.addProduct(100)
  const refusals: [unknown, string, number, string][] = [
    [99, product, 400, 'Order at least 100 units'],
    [0, product, 400, 'Order at least 100 units'],
    [-100, product, 400, 'Order at least 100 units'],
    ['-999999999999999', product, 400, 'Order at least 100 units'],
    [249, special, 400, 'Order at least 250 units'],
    [500, product, 409, 'Only 500 units are available; order fewer'],
    [501, product, 409, 'Only 500 units are available; order fewer'],
    [3_000_000_000, product, 409, 'Only 500 units are available; order fewer'],
    ['999999999999999', product, 409, 'Only 500 units are available; order fewer'],
    [100, rest, 409, 'This product cannot be ordered at the moment: not enough in stock'],
  ]
  for (const [orders, orderId, status, error] of refusals) {
    const answer = await place(buyer, { ...checkout.orderBody(orderId, 0), orders })
    expect([orders, answer.status, answer.json]).toEqual([
      orders,
      status,
      { success: false, error, field: 'orders' },
    ])
  }
  for (const orders of [100.5, '100.5', '1e3', '', null, [150], true, 1e300, '9'.repeat(30), undefined]) {
    const { status, json } = await place(buyer, { ...checkout.orderBody(product, 0), orders })
    expect([orders, status, json.field]).toEqual([orders, 400, 'orders'])
  }
  expect(await checkout.quantity(product)).toBe(500)
  for (const [orders, orderId] of [
    ['100', product],
    [399, product],
    [250, special],
  ] as const)
    expect((await place(buyer, { ...checkout.orderBody(orderId, 0), orders })).json.orders).toBe(
      Number(orders),
    )
  expect(await checkout.quantity(product)).toBe(1)
})

test('a total that no card can pay is refused in words', async () => {
  const dear = await checkout.addProduct(1000, { priceCents: 1_000_000 })
  const cheap = await checkout.addProduct(1000, { priceCents: 1, minimum: 1 })
  const limit = await checkout.addProduct(1000, { priceCents: 999_999 })
  const tooMuch = await place(buyer, checkout.orderBody(dear, 100))
  expect([tooMuch.status, tooMuch.json.error]).toEqual([
    400,
    'An order can be at most $999,999.99; order fewer units',
  ])
  expect((await place(buyer, checkout.orderBody(limit, 100))).json.price).toBe(999_999)
  expect((await place(buyer, checkout.orderBody(cheap, 100))).json.price).toBe(1)
})

test('phone and address are required and kept as typed; what cannot be stored is refused, never a fault', async () => {
  const product = await checkout.addProduct(10_000)
  const good = checkout.orderBody(product, 100)
  for (const [field, value] of [
    ['phone', ''],
    ['phone', undefined],
    ['phone', 5550100],
    ['phone', '5'.repeat(51)],
    ['address', '   '],
    ['address', 'x'.repeat(501)],
    ['address', 'nul \0 inside'],
    ['address', 'half a pair \ud800'],
  ] as const) {
    const { status, json } = await place(buyer, { ...good, [field]: value })
    expect([value, status, json.field]).toEqual([value, 400, field])
  }
  const address = '東京都 1‑2‑3, "Quote" <b>Street</b>; drop table bookings'
  const { json } = await place(buyer, { ...good, phone: ' +1 (555) 01-00 ', address })
  expect(json).toMatchObject({ phone: '+1 (555) 01-00', address })
  for (const body of ['[]', '"text"', '7', 'null', '{"orders":']) {
    const { status } = await shop.call('POST', '/api/bookings', { token: buyer.token, body })
    expect([body, status]).toEqual([body, 400])
  }
})

test('an unknown, malformed or removed product is a 404', async () => {
  const removed = await checkout.addProduct(1000)
  await shop.call('DELETE', `/api/products/${removed}`, { token: admin.token })
  for (const id of [UNKNOWN_ID, 'no-id', '', '1; select 1', removed])
    expect((await place(buyer, checkout.orderBody(id, 100))).status).toBe(404)
})

test('one idempotency key is one order, also when it is sent again later; for another order it is refused', async () => {
  const product = await checkout.addProduct(350)
  const headers = { 'idempotency-key': 'the first try' }
  const first = await place(buyer, checkout.orderBody(product, 200), headers)
  const again = await place(buyer, checkout.orderBody(product.toUpperCase(), 200), headers)
  expect([again.status, again.json]).toEqual([200, first.json])
  expect(await checkout.quantity(product)).toBe(150)
  for (const difference of [{ orders: 100 }, { phone: '555 0199' }, { address: '2 Example Street' }]) {
    const { status, json } = await place(
      buyer,
      { ...checkout.orderBody(product, 200), ...difference },
      headers,
    )
    expect([status, json.error]).toEqual([409, 'This idempotency key was used with another body'])
  }
  const other = await place(stranger, checkout.orderBody(product, 100), headers)
  expect([other.status, other.json.email]).toEqual([200, stranger.email])
  await checkout.remove(buyer, first.json)
  expect((await place(buyer, checkout.orderBody(product, 200), headers)).json.error).toBe(
    'This order was placed and has since been deleted',
  )
  expect(
    (await place(buyer, checkout.orderBody(product, 200), { 'idempotency-key': 'k'.repeat(201) })).status,
  ).toBe(400)
})

test('without a token every call about orders is a 401, and the list of all is for admins', async () => {
  for (const [method, path] of [
    ['POST', '/api/bookings'],
    ['GET', '/api/bookings'],
    ['DELETE', `/api/bookings/${UNKNOWN_ID}`],
    ['GET', `/api/myitem?email=${buyer.email}`],
    ['GET', `/api/booking/${UNKNOWN_ID}`],
    ['PATCH', `/api/booking/${UNKNOWN_ID}`],
    ['POST', '/api/create-payment-intent'],
    ['GET', '/api/refunds'],
  ] as const)
    expect((await shop.call(method, path)).status).toBe(401)
  for (const path of ['/api/bookings', '/api/refunds'])
    expect((await shop.call('GET', path, { token: buyer.token })).status).toBe(403)
})

test('everybody sees the own orders, newest first; only admins see those of others', async () => {
  const [one, other] = [await shop.signUp(), await shop.signUp()]
  const product = await checkout.addProduct(10_000)
  const [older, newer] = [await checkout.order(one, product), await checkout.order(one, product, 120)]
  const foreign = await checkout.order(other, product)
  const own = await shop.call('GET', `/api/myitem?email=${one.email.toUpperCase()}`, { token: one.token })
  expect(z.array(bookingShape.strict()).parse(own.json)).toEqual([newer, older])
  for (const person of [one, admin]) {
    const { json } = await shop.call('GET', `/api/booking/${older._id}`, { token: person.token })
    expect(json).toEqual(older)
  }
  const all = await shop.call('GET', '/api/bookings', { token: admin.token })
  expect(all.json.slice(0, 3)).toEqual([foreign, newer, older])
})

test('a foreign email is a 403, a foreign or malformed order a 404, and nothing happens to it', async () => {
  const product = await checkout.addProduct(1000)
  const mine = await checkout.order(buyer, product)
  const { token } = stranger
  for (const email of [buyer.email, admin.email, 'nobody@example.com'])
    expect((await shop.call('GET', `/api/myitem?email=${email}`, { token })).status).toBe(403)
  expect((await shop.call('GET', '/api/myitem', { token })).status).toBe(400)
  const report = { payment: mine._id, transictionId: 'pi_1' }
  for (const id of [mine._id, UNKNOWN_ID, 'no-id', '%00', '0'])
    for (const [method, path, body] of [
      ['GET', `/api/booking/${id}`, undefined],
      ['PATCH', `/api/booking/${id}`, report],
      ['DELETE', `/api/bookings/${id}`, undefined],
    ] as const)
      expect([method, path, (await shop.call(method, path, { token, body })).status]).toEqual([
        method,
        path,
        404,
      ])
  const body = { price: mine.price, bookingId: mine._id }
  expect((await shop.call('POST', '/api/create-payment-intent', { token, body })).status).toBe(404)
  // An admin may look and delete, but pays nobody else's order.
  const asAdmin = { token: admin.token, body: report }
  expect((await shop.call('PATCH', `/api/booking/${mine._id}`, asAdmin)).status).toBe(404)
  expect(await checkout.see(buyer, mine)).toEqual(mine)
})

test('deleting an unpaid order gives its units back; its owner and an admin may', async () => {
  const product = await checkout.addProduct(1000)
  const [one, two] = [await checkout.order(buyer, product, 300), await checkout.order(buyer, product, 400)]
  expect(await checkout.quantity(product)).toBe(300)
  expect((await checkout.remove(buyer, one)).json).toEqual({ success: true, message: 'Order deleted' })
  expect(await checkout.quantity(product)).toBe(600)
  expect((await checkout.remove(admin, two)).status).toBe(200)
  expect(await checkout.quantity(product)).toBe(1000)
  expect(await checkout.see(buyer, one)).toBeNull()
  expect((await checkout.remove(buyer, one)).status).toBe(404)
  const { json } = await shop.call('GET', `/api/myitem?email=${buyer.email}`, { token: buyer.token })
  expect(json.map(({ _id }: { _id: string }) => _id)).not.toContain(two._id)
  expect(await checkout.quantity(product)).toBe(1000)
})

test('a paid order cannot be deleted by anyone, admins included', async () => {
  const product = await checkout.addProduct(1000)
  const paid = await checkout.buy(buyer, product, 300)
  for (const person of [buyer, admin]) {
    const { status, json } = await checkout.remove(person, paid)
    expect([status, json.error]).toEqual([409, 'A paid order cannot be deleted'])
  }
  expect(await checkout.see(buyer, paid)).toMatchObject({ paid: true, transictionId: paid.transictionId })
  expect(await checkout.quantity(product)).toBe(700)
})

test('orders keep their own copies when the product is removed, and can still be paid', async () => {
  const product = await checkout.addProduct(1000, { priceCents: 700 })
  const before = await checkout.order(buyer, product)
  await shop.call('DELETE', `/api/products/${product}`, { token: admin.token })
  expect((await shop.call('GET', `/api/product/${product}`)).status).toBe(404)
  expect(await checkout.see(buyer, before)).toEqual(before)
  const secret = await checkout.begin(buyer, before)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, before, secret)).json).toMatchObject({ paid: true, price: 700 })
})

test('a customer has at most so many unpaid orders, however many are sent at once; paying or deleting one makes room', async () => {
  const person = await shop.signUp()
  const product = await checkout.addProduct(100_000)
  const sent = Array.from({ length: OPEN_ORDER_LIMIT + 8 }, () =>
    place(person, checkout.orderBody(product, 100)),
  )
  const answers = await Promise.all(sent)
  const placed = answers.filter(({ status }) => status === 200)
  expect(placed).toHaveLength(OPEN_ORDER_LIMIT)
  for (const { status, json } of answers.filter((answer) => !placed.includes(answer)))
    expect([status, json.error]).toEqual([
      409,
      `You have ${OPEN_ORDER_LIMIT} unpaid orders: pay or delete one before you place another`,
    ])
  expect(await checkout.quantity(product)).toBe(100_000 - 100 * OPEN_ORDER_LIMIT)
  await checkout.remove(person, placed[0]?.json)
  await checkout.order(person, product)
  const secret = await checkout.begin(person, placed[1]?.json)
  await checkout.provider.confirm(secret)
  await checkout.report(person, placed[1]?.json, secret)
  await checkout.order(person, product)
  expect((await place(person, checkout.orderBody(product, 100))).status).toBe(409)
})

test('an unpaid hold lapses: the units return, the order stays, and paying it later holds them again', async () => {
  const product = await checkout.addProduct(1000)
  const lapsing = await checkout.order(buyer, product, 600)
  const staying = await checkout.order(buyer, product, 100)
  const paid = await checkout.buy(buyer, product, 100)
  await checkout.outwait(lapsing)
  await checkout.outwait(paid)
  await runDueJobs(shop.shop)
  expect(await checkout.quantity(product)).toBe(800)
  expect(await checkout.see(buyer, lapsing)).toEqual({ ...lapsing, held: false, heldUntil: undefined })
  expect((await checkout.see(buyer, staying))?.held).toBe(true)
  const secret = await checkout.begin(buyer, lapsing)
  expect(await checkout.quantity(product)).toBe(200)
  await checkout.provider.confirm(secret)
  expect((await checkout.report(buyer, lapsing, secret)).json).toMatchObject({ paid: true, held: true })
  expect(await checkout.quantity(product)).toBe(200)
})

test('an order whose hold lapsed and whose units are gone is refused before any charge', async () => {
  const product = await checkout.addProduct(1000)
  const late = await checkout.order(buyer, product, 600)
  await checkout.outwait(late)
  await runDueJobs(shop.shop)
  const quick = await checkout.order(stranger, product, 500)
  const body = { price: late.price, bookingId: late._id }
  const intents = await checkout.provider.intents()
  const refused = await shop.call('POST', '/api/create-payment-intent', { token: buyer.token, body })
  expect([refused.status, refused.json.error]).toEqual([
    409,
    'The units for this order are no longer available: delete it and order again',
  ])
  expect(await checkout.provider.intents()).toHaveLength(intents.length)
  await checkout.remove(stranger, quick)
  expect(await checkout.begin(buyer, late)).toContain('_secret_')
  expect((await checkout.remove(buyer, late)).status).toBe(200)
  expect(await checkout.quantity(product)).toBe(1000)
})

test('after all of this, orders, money and stock agree', async () => {
  await checkout.provider.delivered()
  await checkout.assertLedgerBalances()
})
