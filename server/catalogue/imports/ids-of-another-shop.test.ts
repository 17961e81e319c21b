import { expect, test } from 'vitest'
import { openImportClient } from '#test/import-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'
import { newId } from '../../platform/database/queries/new-id.ts'

const shop = await openShopForFile()
const client = openImportClient(shop, await shop.signUpAdmin())
const { $client: pool } = shop.shop.db

test('products of another shop keep their ids, so that the same file finds them again', async () => {
  const id = newId()
  const moved = (price: number) =>
    `_id,name,description,image,price,quantity\n${id.toUpperCase()},Moved,From another shop,/no-picture.svg,${price},500`
  expect(await client.run(moved(7))).toMatchObject({ state: 'done', created: 1, wrong: 0 })
  expect(await client.run(moved(8))).toMatchObject({ state: 'done', created: 0, updated: 1, wrong: 0 })
  expect((await shop.call('GET', `/api/product/${id}`)).json).toMatchObject({ name: 'Moved', price: 8 })
})

test('a product that was added with the id of a row after its check is left alone', async () => {
  const id = newId()
  const row = `_id,name,description,image,price,quantity\n${id},Late,Twice,/no-picture.svg,7,500`
  const checked = await client.check(row)
  await pool.query(
    `insert into products (id, name, category, category_slug, description, image, price_cents, quantity, created_by)
      values ($1, 'First', '', '', 'First', '/no-picture.svg', 100, 500, 'test')`,
    [id],
  )
  await client.apply(checked._id)
  await runDueJobs(shop.shop)
  expect(await client.get(checked._id)).toMatchObject({
    state: 'done',
    errors: [{ line: 2, column: '_id', error: 'This product was added after the check' }],
  })
  expect((await shop.call('GET', `/api/product/${id}`)).json).toMatchObject({ name: 'First' })
})
