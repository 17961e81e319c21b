import { expect, test } from 'vitest'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { openImportClient } from '#test/import-client.ts'
import { openShopForFile } from '#test/shop.ts'
import { newId } from '../../platform/database/queries/new-id.ts'

const shop = await openShopForFile()
const buyer = await shop.signUp()
const checkout = openCheckoutClient(shop)
const client = openImportClient(shop, await shop.signUpAdmin())

const find = async (id: string) => (await shop.call('GET', `/api/product/${id}`)).json

/** The export, with other cells in the row of this product. */
const edit = (exported: string, id: string, from: string, to: string) =>
  exported.replace(new RegExp(`(${id}.*?)${from}`), `$1${to}`)

test('an export that is imported later with other prices leaves the quantities to orders and restocks', async () => {
  const id = await checkout.addProduct(1_000)
  const exported = await client.export()
  await checkout.order(buyer, id)
  const repriced = edit(exported, id, '19\\.99', '21.50')
  expect(await client.run(repriced)).toMatchObject({ state: 'done', updated: 1, wrong: 0 })
  expect(await find(id)).toMatchObject({ price: 21.5, quantity: 900 })
})

test('so does one whose rows are found by their SKUs', async () => {
  const id = await checkout.addProduct(1_000)
  await shop.shop.db.$client.query(`update products set sku = 'BY-SKU' where id = $1`, [id])
  const [header = '', ...rows] = (await client.export()).split('\r\n')
  const row = rows.find((row) => row.startsWith(id)) ?? ''
  await checkout.order(buyer, id)
  const withoutId = [header, row.replace('19.99', '21.50')].map((line) => line.slice(line.indexOf(',') + 1))
  expect(await client.run(withoutId.join('\n'))).toMatchObject({ updated: 1, wrong: 0 })
  expect(await find(id)).toMatchObject({ price: 21.5, quantity: 900 })
})

test('a quantity changed in an export is applied once, and only if nothing was sold meanwhile', async () => {
  const id = await checkout.addProduct(1_000)
  const counted = edit(await client.export(), id, ',1000,', ',1500,')
  for (const updated of [1, 0]) {
    expect(await client.run(counted)).toMatchObject({ state: 'done', updated, wrong: 0 })
    expect(await find(id)).toMatchObject({ quantity: 1_500 })
  }
  await checkout.order(buyer, id)
  const error = '1,000 at the export, 1,400 now: export again, or leave the quantity as it was exported'
  expect(await client.check(counted)).toMatchObject({ wrong: 1, errors: [{ column: 'quantity', error }] })
})

test('an export makes the same products in another shop', async () => {
  const id = await checkout.addProduct(1_000)
  const [header, ...rows] = (await client.export()).split('\r\n')
  const moved = newId()
  const row = rows.find((row) => row.startsWith(id))?.replace(id, moved)
  expect(await client.run(`${header}\n${row}`)).toMatchObject({ created: 1, wrong: 0 })
  expect(await find(moved)).toMatchObject({ quantity: 1_000 })
})
