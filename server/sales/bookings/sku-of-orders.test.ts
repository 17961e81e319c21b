import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { Booking } from '#contract/sales/bookings.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openMailbox } from '#test/mailbox.ts'
import { openQuoteClient } from '#test/quote-client.ts'
import { textOf } from '#test/read-pdf.ts'
import { openShopForFile, type Person } from '#test/shop.ts'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const [buyer, admin] = [await shop.signUp(), await shop.signUpAdmin()]
const quotes = openQuoteClient(shop, admin)
const mailbox = openMailbox(shop)
const { token } = admin

async function addProduct(sku: string): Promise<string> {
  const id = await checkout.addProduct(100_000)
  await setSku(id, sku, 1)
  return id
}

async function setSku(id: string, sku: string, version = 2) {
  const { status, text } = await shop.call('PATCH', `/api/products/${id}`, { token, body: { sku, version } })
  expect(status, text).toBe(200)
}

const see = async (id: string, person: Person = buyer): Promise<Booking> =>
  (await shop.call('GET', `/api/booking/${id}`, person)).json
const found = async (q: string) =>
  ((await shop.call('GET', `/api/bookings?${new URLSearchParams({ q })}`, { token })).json as Booking[])
    .map(({ _id }) => _id)
    .sort()
async function printed(target: string) {
  const response = await fetch(`${shop.origin}/api/${target}.pdf`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return textOf(Buffer.from(await response.arrayBuffer()))
}

test('an order keeps the SKU that its product had, however it was placed, and says nothing where there is none', async () => {
  const product = await addProduct('HAM-450')
  const bought = await checkout.order(buyer, product)
  const offer = await quotes.offered(buyer, product)
  const accepted = (await quotes.accept(buyer, offer, { price: 9.5 })).json
  const without = await checkout.order(buyer, await checkout.addProduct(1_000))
  expect([bought.sku, accepted.sku]).toEqual(['HAM-450', 'HAM-450'])
  await setSku(product, 'HAM-451')
  for (const { _id } of [bought, accepted]) {
    expect((await see(_id)).sku).toBe('HAM-450')
    expect((await see(_id, admin)).sku).toBe('HAM-450')
  }
  expect(await see(without._id)).not.toHaveProperty('sku')
  const lists = [`/api/myitem?email=${buyer.email}`, '/api/bookings']
  for (const [index, list] of lists.entries()) {
    const { json } = await shop.call('GET', list, index === 0 ? buyer : admin)
    expect(json.find(({ _id }: Booking) => _id === bought._id).sku).toBe('HAM-450')
  }
})

test('an admin who types a SKU, or its beginning, in any case, finds its orders', async () => {
  const product = await addProduct('Drill_9%/A')
  const [one, other] = [await checkout.order(buyer, product), await checkout.order(buyer, product)]
  const ids = [one._id, other._id].sort()
  await setSku(product, 'ANOTHER-1')
  for (const q of ['Drill_9%/A', 'drill_9%/a', 'DRILL_9']) expect(await found(q), q).toEqual(ids)
  for (const q of ['ANOTHER-1', 'drill-9', 'rill_9', 'drill_9_']) expect(await found(q), q).toEqual([])
})

test('an order from before the shop kept SKUs has the one of its product, and is found by it', async () => {
  const product = await addProduct('OLD-1')
  const { _id } = await checkout.order(buyer, product)
  await shop.shop.db.$client.query('update bookings set sku = null where id = $1', [_id])
  expect((await see(_id)).sku).toBe('OLD-1')
  expect(await found('old-1')).toEqual([_id])
  await setSku(product, 'NEW-1')
  expect([await found('old-1'), await found('NEW-1')]).toEqual([[], [_id]])
})

test('every document of an order, and its line in the export, has the SKU', async () => {
  const product = await addProduct('SAW-20')
  const unpaid = await checkout.order(buyer, product)
  expect(await printed(`booking/${unpaid._id}/proforma`)).toContain('SKU SAW-20')
  const paid = await checkout.buy(buyer, product)
  await setSku(product, 'SAW-21')
  const refund = { token, body: { reason: 'Damaged', amount: 10 }, headers: { 'idempotency-key': 'saws' } }
  const refunded = await shop.call('POST', `/api/booking/${paid._id}/refunds`, refund)
  const [{ creditNote }] = refunded.json.refunds
  for (const document of ['packing-slip', 'invoice', `credit-notes/${creditNote}`])
    expect(await printed(`booking/${paid._id}/${document}`), document).toContain('SKU SAW-20')
  const { text } = await shop.call('GET', '/api/bookings.csv', { token })
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  expect(rows.find(({ number }) => number === String(paid.number))?.sku).toBe('SAW-20')
})

test('a quote and its offer have the SKU that the product has now: for both sides, in their lists, mails and PDF', async () => {
  const product = await addProduct('VICE-7')
  await mailbox.verify(buyer)
  const { _id, number } = await quotes.offered(buyer, product)
  const without = await quotes.ask(buyer, await checkout.addProduct(1_000))
  expect(without.json).not.toHaveProperty('sku')
  await setSku(product, 'VICE-8')
  const asked = (await quotes.ask(buyer, product)).json
  for (const [path, person] of [
    ['/api/quotes', admin],
    [`/api/myQuotes?email=${buyer.email}`, buyer],
  ] as const) {
    const { json } = await shop.call('GET', path, person)
    expect(json.find((quote: { _id: string }) => quote._id === _id).sku, path).toBe('VICE-8')
  }
  expect((await quotes.see(asked)).sku).toBe('VICE-8')
  expect(await printed(`quotes/${_id}/offer`)).toContain('SKU VICE-8')
  await mailbox.sendDue()
  const told = (await mailbox.arrived()).filter(({ text }) => text.includes('VICE-8'))
  const subjects = told.map(({ subject }) => subject.split(':', 1)[0]).sort()
  expect(subjects).toEqual([`Offer ${number}`, 'Quote requested'])
})
