import { expect, test } from 'vitest'
import { managedProduct, productHistory } from '#contract/catalogue/product-changes.ts'
import { defaultValues } from '#contract/catalogue/product-fields.ts'
import { openShopForFile } from '#test/shop.ts'

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()

const anvil = {
  name: 'Anvil',
  image: '/anvil.svg',
  description: 'Cast steel, 50 kg.',
  price: 80,
  quantity: 1_000,
  minimum: 100,
}

async function addProduct() {
  await shop.call('POST', '/api/products', { token: admin.token, body: anvil })
  const [newest] = (await shop.call('GET', '/api/products')).json
  return newest._id as string
}
const edit = (id: string, body: object, person = admin) =>
  shop.call('PATCH', `/api/products/${id}`, { token: person.token, body })
const restock = (id: string, body: object, key?: string) =>
  shop.call('POST', `/api/products/${id}/stock`, {
    token: admin.token,
    body: { reason: 'Delivery', ...body },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
async function history(id: string, seen: Record<string, string | undefined> = {}) {
  const query = new URLSearchParams(JSON.parse(JSON.stringify(seen)))
  const { json } = await shop.call('GET', `/api/products/${id}/changes?${query}`, { token: admin.token })
  return productHistory.strict().parse(json)
}

test('an edit changes what it names, everywhere and at once, and is recorded', async () => {
  const id = await addProduct()
  const { status, json } = await edit(id, { version: 1, name: ' Small anvil ', price: 75.5 })
  expect(status).toBe(200)
  expect(managedProduct.strict().parse(json)).toEqual({
    ...defaultValues,
    ...anvil,
    _id: id,
    name: 'Small anvil',
    price: 75.5,
    version: 2,
  })
  const { version, ...shown } = json
  expect((await shop.call('GET', `/api/product/${id}`)).json).toEqual(shown)
  expect((await shop.call('GET', '/api/products')).json[0]).toEqual(shown)
  expect((await shop.call('GET', '/')).text).toContain('Small anvil')
  expect((await shop.call('GET', '/api/products?q=small+anvil')).json[0]).toEqual(shown)

  const { product, changes, addedBy, more } = await history(id)
  expect([product, addedBy, more]).toEqual([json, admin.email, false])
  expect(changes.map(({ field, from, to, by }) => [field, from, to, by]).sort()).toEqual([
    ['name', 'Anvil', 'Small anvil', admin.email],
    ['price', 80, 75.5, admin.email],
  ])
})

test('a text that reads like something else stays a text in the history', async () => {
  const id = await addProduct()
  await edit(id, { version: 1, name: 'true', sku: '0012', description: '12' })
  const { changes } = await history(id)
  const changed = Object.fromEntries(changes.map(({ field, to }) => [field, to]))
  expect(changed).toEqual({ name: 'true', sku: '0012', description: '12' })
})

test('an edit from an old version is refused and changes nothing; the same edit again is done already', async () => {
  const id = await addProduct()
  expect((await edit(id, { version: 1, price: 70 })).status).toBe(200)
  const late = await edit(id, { version: 1, description: 'Drop-forged.' })
  expect([late.status, late.json]).toEqual([
    409,
    {
      success: false,
      error:
        'Someone else has changed this product in the meantime. Reload it to see the change, then make yours.',
      field: 'version',
    },
  ])
  const again = await edit(id, { version: 1, price: 70 })
  expect([again.status, again.json.version]).toEqual([200, 2])
  expect((await history(id)).changes).toHaveLength(1)
})

test.each([
  [{ name: '  ' }, 'name'],
  [{ price: 0 }, 'price'],
  [{ price: 1.005 }, 'price'],
  [{ minimum: 0 }, 'minimum'],
  [{ minimum: 1.5 }, 'minimum'],
  [{ image: 'javascript:alert(1)' }, 'image'],
  [{ description: 'x'.repeat(5_001) }, 'description'],
])('%j is refused at its field', async (wrong, field) => {
  const id = await addProduct()
  const { status, json } = await edit(id, { version: 1, ...wrong })
  expect([status, json.field]).toEqual([400, field])
  expect((await history(id)).product.version).toBe(1)
})

test('an edit cannot touch the stock, nor a restock anything else', async () => {
  const id = await addProduct()
  await edit(id, { version: 1, quantity: 5, price: 81 })
  await restock(id, { add: 1, price: 1, name: 'Free' })
  expect((await history(id)).product).toMatchObject({ quantity: 1_001, price: 81, name: 'Anvil' })
})

test('orders keep the price at which they were placed', async () => {
  const id = await addProduct()
  const buyer = await shop.signUp()
  const order = { orderId: id, orders: 100, phone: '1', address: 'Quay 1' }
  const { json: placed } = await shop.call('POST', '/api/bookings', { token: buyer.token, body: order })
  await edit(id, { version: 1, price: 999, name: 'Dear anvil' })
  const { json: kept } = await shop.call('GET', `/api/booking/${placed._id}`, { token: buyer.token })
  expect([kept.price, kept.product]).toEqual([8_000, 'Anvil'])
})

test('restocking adds units, or sets the quantity that was counted, with a reason that can be read', async () => {
  const id = await addProduct()
  expect((await restock(id, { add: 250 })).json.quantity).toBe(1_250)
  expect((await restock(id, { set: 1_240, from: 1_250, reason: 'Breakage' })).json.quantity).toBe(1_240)
  expect((await shop.call('GET', `/api/product/${id}`)).json.quantity).toBe(1_240)
  expect((await history(id)).changes.map(({ from, to, reason }) => [from, to, reason])).toEqual([
    [1_250, 1_240, 'Breakage'],
    [1_000, 1_250, 'Delivery'],
  ])
})

test('a quantity is not set over a change that was not seen', async () => {
  const id = await addProduct()
  const { status, json } = await restock(id, { set: 500, from: 999 })
  expect([status, json.error, json.field]).toEqual([
    409,
    'The quantity has changed to 1,000 in the meantime: count again, or add units instead',
    'set',
  ])
  expect((await history(id)).product.quantity).toBe(1_000)
})

test('a restock sent again under its key happens once; another one under that key is refused', async () => {
  const id = await addProduct()
  const answers = await Promise.all(Array.from({ length: 20 }, () => restock(id, { add: 10 }, 'delivery 7')))
  expect(answers.map(({ status, json }) => [status, json.quantity])).toEqual(answers.map(() => [200, 1_010]))
  expect((await restock(id, { set: 900, from: 1_010 }, 'count 3')).status).toBe(200)
  expect((await restock(id, { set: 900, from: 1_010 }, 'count 3')).status).toBe(200)
  for (const [body, key] of [
    [{ add: 20 }, 'delivery 7'],
    [{ add: 10, reason: 'Returned' }, 'delivery 7'],
    [{ set: 910, from: 900 }, 'delivery 7'],
    [{ set: 800, from: 1_010 }, 'count 3'],
    [{ set: 900, from: 900 }, 'count 3'],
  ] as const) {
    const { status, json } = await restock(id, body, key)
    expect([status, json.error], JSON.stringify(body)).toEqual([
      409,
      'This idempotency key was used with another body',
    ])
  }
  const { product, changes } = await history(id)
  expect([product.quantity, changes.length]).toEqual([900, 2])
})

test.each([
  [{}, 'add', 'Enter either the units to add or the quantity to set'],
  [{ add: 1, set: 1, from: 1_000 }, 'add', 'Enter either the units to add or the quantity to set'],
  [{ set: 5 }, 'from', 'Enter the quantity that was seen as well'],
  [{ add: 0 }, 'add', 'Add at least 1 unit'],
  [{ add: 2.5 }, 'add', 'The units must be a whole number'],
  [{ set: -1, from: 1_000 }, 'set', 'The quantity cannot be negative'],
  [{ add: 5, reason: ' ' }, 'reason', 'The reason is required'],
  [{ add: 2_000_000_000 }, 'add', 'The quantity must be at most 2,000,000,000'],
])('a restock of %j is refused', async (body, field, error) => {
  const id = await addProduct()
  const answer = await restock(id, body)
  expect([answer.status, answer.json]).toEqual([400, { success: false, error, field }])
})

test.each([
  ['', undefined],
  [' of restocks under keys', 'delivery'],
])('a long history%s is read page by page, each change once', async (_what, key) => {
  const id = await addProduct()
  for (let round = 1; round <= 60; round++) await restock(id, { add: round }, key && `${key} ${round}`)
  const first = await history(id)
  const second = await history(id, { before: first.changes.at(-1)?._id })
  expect([first.more, second.more]).toEqual([true, false])
  expect([...first.changes, ...second.changes].map(({ from, to }) => Number(to) - Number(from))).toEqual(
    Array.from({ length: 60 }, (_, index) => 60 - index),
  )
})

test('its orders are in the history too: placed, paid, deleted, lapsed, and what a refund put back', async () => {
  const id = await addProduct()
  const buyer = await shop.signUp()
  const place = async (orders: number) => {
    const body = { orderId: id, orders, phone: '1', address: 'Quay 1' }
    return (await shop.call('POST', '/api/bookings', { token: buyer.token, body })).json
  }
  const [lapsed, deleted, paid, open, closing] = [
    await place(101),
    await place(102),
    await place(103),
    await place(104),
    await place(105),
  ]
  const { $client } = shop.shop.db
  await $client.query(`update bookings set state = 'lapsed', held = false where id = '${lapsed._id}'`)
  await $client.query(
    `update bookings set state = 'closing', closing_to = 'deleted', held = false where id = '${closing._id}'`,
  )
  await shop.call('DELETE', `/api/bookings/${deleted._id}`, { token: buyer.token })
  const transfer = { reference: 'Order', receivedOn: '2026-01-02' }
  await shop.call('POST', `/api/booking/${paid._id}/bank-payment`, { token: admin.token, body: transfer })
  const refund = { amount: 80, reason: 'Damaged', restock: 1 }
  await shop.call('POST', `/api/booking/${paid._id}/refunds`, { token: admin.token, body: refund })

  const { orders, moreOrders } = await history(id)
  expect(moreOrders).toBe(false)
  const told = (order: { number: number }, state: string, more = {}) =>
    expect.objectContaining({ number: order.number, by: buyer.email, state, restocked: 0, ...more })
  expect(orders).toEqual([
    told(closing, 'lapsed', { orders: 105 }),
    told(open, 'open', { orders: 104 }),
    told(paid, 'paid', { orders: 103, paidAt: expect.any(String), restocked: 1 }),
    told(deleted, 'deleted', { orders: 102, deletedAt: expect.any(String) }),
    told(lapsed, 'lapsed', { orders: 101 }),
  ])
})

test('many orders are read page by page, each once, also those of one moment', async () => {
  const id = await addProduct()
  const buyer = await shop.signUp()
  await shop.call('PUT', `/api/user/${buyer.email}`, { token: buyer.token, body: { email: buyer.email } })
  await shop.shop.db.$client.query(`
    insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address, hold_until)
    select gen_random_uuid(), '${id}', users.id, 'Anvil', 8000, 100, 800000, email, 'Buyer', '1', 'Quay 1', now()
    from users, generate_series(1, 60) where email = '${buyer.email}'`)
  const first = await history(id)
  const second = await history(id, { beforeOrder: first.orders.at(-1)?._id })
  expect([first.orders.length, first.moreOrders, second.moreOrders]).toEqual([50, true, false])
  expect(new Set([...first.orders, ...second.orders].map(({ _id }) => _id)).size).toBe(60)
})

test('a product that is gone cannot be changed', async () => {
  const id = await addProduct()
  await shop.call('DELETE', `/api/products/${id}`, { token: admin.token })
  for (const answer of [await edit(id, { version: 1, price: 1 }), await restock(id, { add: 1 })])
    expect([answer.status, answer.json.error]).toEqual([404, 'No such product'])
})
