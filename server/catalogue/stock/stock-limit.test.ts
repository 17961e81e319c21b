import { expect, test } from 'vitest'
import { MAX_QUANTITY } from '#contract/catalogue/products.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openImportClient } from '#test/import-client.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'

const LARGEST_ORDER = 99_999_999
const COLUMN_LIMIT = 2_147_483_647

const shop = await openShopForFile()
const [buyer, admin] = [await shop.signUp(), await shop.signUpAdmin()]
const checkout = openCheckoutClient(shop)
const quotes = openQuoteClient(shop, admin)
const imports = openImportClient(shop, admin)

const addFull = () => checkout.addProduct(MAX_QUANTITY, { priceCents: 1 })
const restock = (id: string, body: object) =>
  shop.call('POST', `/api/products/${id}/stock`, {
    token: admin.token,
    body: { reason: 'Delivery', ...body },
  })
const importQuantity = (id: string, quantity: number) => `_id,quantity\n${id},${quantity}`

/** As a version that did not count held units has let it become. */
const overfill = (id: string) =>
  shop.shop.db.$client.query('update products set quantity = $2 where id = $1', [id, MAX_QUANTITY])

test('restocking counts what unpaid orders and offers hold, so that all of it fits when it comes back', async () => {
  const id = await addFull()
  const orders = [
    await checkout.order(buyer, id, LARGEST_ORDER),
    await checkout.order(buyer, id, LARGEST_ORDER),
  ]
  const offer = await quotes.offered(buyer, id)
  const left = MAX_QUANTITY - 2 * LARGEST_ORDER - 300
  const error = 'The quantity must be at most 1,799,999,702 while unpaid orders and offers hold 200,000,298'
  for (const [body, field] of [
    [{ add: 1 }, 'add'],
    [{ set: left + 1, from: left }, 'set'],
  ] as const) {
    const { status, json } = await restock(id, body)
    expect([status, json]).toEqual([400, { success: false, error, field }])
  }
  expect((await restock(id, { set: 500, from: left })).status, 'fewer').toBe(200)
  expect((await restock(id, { set: left, from: 500 })).status, 'as many as fit').toBe(200)
  for (const order of orders) expect((await checkout.remove(buyer, order)).status).toBe(200)
  expect((await quotes.decline(buyer, offer)).status).toBe(200)
  expect(await checkout.quantity(id)).toBe(MAX_QUANTITY)
})

test('an import counts it as well, at its check and when it is applied', async () => {
  const id = await addFull()
  const order = await checkout.order(buyer, id)
  const error = 'The quantity must be at most 1,999,999,900 while unpaid orders and offers hold 100'
  const refused = { wrong: 1, updated: 0, errors: [{ line: 2, column: 'quantity', error }] }
  expect(await imports.check(importQuantity(id, MAX_QUANTITY))).toMatchObject(refused)

  await checkout.remove(buyer, order)
  await restock(id, { set: 1_000, from: MAX_QUANTITY })
  const { _id } = await imports.check(importQuantity(id, MAX_QUANTITY))
  await checkout.order(buyer, id)
  await restock(id, { add: 100 })
  await imports.apply(_id)
  await runDueJobs(shop.shop)
  expect(await imports.get(_id)).toMatchObject({ state: 'done', ...refused })
  expect(await checkout.quantity(id)).toBe(1_000)
})

test('a refund puts back no more units than fit; without them it is made', async () => {
  const id = await addFull()
  const paid = await checkout.buy(buyer, id)
  await checkout.order(buyer, id)
  expect((await restock(id, { add: 40 })).status).toBe(200)
  const refund = (restocked: number) =>
    shop.call('POST', `/api/booking/${paid._id}/refunds`, {
      token: admin.token,
      body: { amount: 0.1, reason: 'Returned', restock: restocked },
    })
  expect((await refund(61)).json).toEqual({
    success: false,
    error:
      'At most 60 units can be put back: the quantity is limited to 2,000,000,000, including units on hold',
    field: 'restock',
  })
  expect((await refund(60)).json).toMatchObject({ restocked: 60 })
  expect((await refund(0)).status).toBe(200)
})

test('no return of units fails for the limit, whatever was added before held units counted', async () => {
  const id = await addFull()
  const [deleted, lapsed, closing] = [
    await checkout.order(buyer, id, LARGEST_ORDER),
    await checkout.order(buyer, id, LARGEST_ORDER),
    await checkout.order(buyer, id, LARGEST_ORDER),
  ]
  const offers = [
    await quotes.offered(buyer, id),
    await quotes.offered(buyer, id),
    await quotes.offered(buyer, id),
  ]
  await overfill(id)
  expect((await checkout.remove(buyer, deleted)).status).toBe(200)
  for (const order of [lapsed, closing]) await checkout.outwait(order)
  await runDueJobs(shop.shop)
  for (const order of [lapsed, closing])
    expect(await checkout.see(buyer, order)).toMatchObject({ held: false })
  expect(await checkout.quantity(id)).toBe(COLUMN_LIMIT)

  const [declined, replaced, accepted] = offers as [
    (typeof offers)[0],
    (typeof offers)[0],
    (typeof offers)[0],
  ]
  expect((await quotes.decline(buyer, declined)).status).toBe(200)
  expect((await quotes.offer(replaced, { hold: false })).status).toBe(200)
  expect((await quotes.accept(buyer, accepted, { orders: 300 })).status).toBe(200)
  expect(await checkout.quantity(id)).toBe(COLUMN_LIMIT)
})
