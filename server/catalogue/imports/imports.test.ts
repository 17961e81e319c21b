import { request as httpRequest } from 'node:http'
import { expect, test, vi } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { openImportClient } from '#test/import-client.ts'
import { runDueJobs } from '#test/run-due-jobs.ts'
import { openShopForFile } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000 })
const patience = { timeout: 15_000 }

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const buyer = await shop.signUp()
const client = openImportClient(shop, admin)
const { $client: pool } = shop.shop.db

const HEADER = 'sku,name,category,description,image,price,quantity,minimum,spec: Weight'
const line = (sku: string, { name = `Product ${sku}`, price = '12.50', quantity = '1000' } = {}) =>
  `${sku},${name},Hand tools,Good steel,/no-picture.svg,${price},${quantity},100,450 g`
const file = (...lines: string[]) => [HEADER, ...lines].join('\r\n')

const all = async (): Promise<Product[]> => (await shop.call('GET', '/api/products')).json
const bySku = async (sku: string) => (await all()).find((product) => product.sku === sku)
const history = async (id: string) =>
  (await shop.call('GET', `/api/products/${id}/changes`, { token: admin.token })).json
/** Everything that a check must leave alone. */
const snapshot = async () =>
  (
    await pool.query(
      `select (select jsonb_agg(p order by id) from products p) as products, (select jsonb_agg(c order by id) from product_changes c) as changes,
        (select count(*) from product_words) as words`,
    )
  ).rows[0]

test('a thousand rows with twelve wrong ones: each is named, the check changes nothing, and the others are applied', async () => {
  const lines = Array.from({ length: 1_000 }, (_, at) => line(`J-${at}`))
  const wrong: [number, string, string, string][] = [
    [10, line('J-10', { price: 'free' }), 'price', 'Enter the price in dollars'],
    [
      50,
      line('J-50', { price: '1,250' }).replace('1,250', '"1,250"'),
      'price',
      'Write the price without thousands separators, such as 1250.00',
    ],
    [100, line('J-100', { quantity: '-1' }), 'quantity', 'The quantity cannot be negative'],
    [150, line('J-150', { quantity: '1.5' }), 'quantity', 'The quantity must be a whole number'],
    [200, line('J-200', { price: '0' }), 'price', 'The price must be at least $0.01'],
    [
      250,
      line('J-250').replace('/no-picture.svg', 'javascript:alert(1)'),
      'image',
      'Enter a picture link that starts with http:// or https://, or a path that starts with /',
    ],
    [300, line('J-300').replace('Product J-300', ''), 'name', 'A new product needs a name'],
    [
      350,
      line('J-350').replace('Product J-350', 'x'.repeat(201)),
      'name',
      'The name must be at most 200 characters long',
    ],
    [400, line('J-400').replace('Hand tools', '---'), 'category', 'The category needs a letter or a digit'],
    [450, `${line('J-450')},more`, '', 'The row has a value in column 10, which has no name'],
    [500, line('J-501'), 'sku', 'Line 503 has the same SKU: keep one of them'],
    [501, line('J-501'), 'sku', 'Line 502 has the same SKU: keep one of them'],
  ]
  for (const [at, text] of wrong) lines[at] = text
  const before = await snapshot()
  const checked = await client.check(file(...lines), 'spring list.csv')
  expect(checked).toMatchObject({
    state: 'checked',
    rows: 1_000,
    done: 1_000,
    created: 988,
    updated: 0,
    unchanged: 0,
    wrong: 12,
    problem: '',
  })
  expect(checked.errors).toEqual(wrong.map(([at, , column, error]) => ({ line: at + 2, column, error })))
  expect(await snapshot(), 'a check changes nothing').toEqual(before)

  expect((await client.apply(checked._id)).json).toMatchObject({ state: 'applying', done: 0, created: 0 })
  await runDueJobs(shop.shop)
  expect(await client.get(checked._id)).toMatchObject({ state: 'done', done: 1_000, created: 988, wrong: 12 })
  expect(await bySku('J-7')).toMatchObject({
    name: 'Product J-7',
    category: 'Hand tools',
    price: 12.5,
    quantity: 1_000,
    specs: [{ name: 'Weight', value: '450 g' }],
  })
  expect(await bySku('J-501')).toBeUndefined()
  expect((await client.apply(checked._id)).json, 'once more').toMatchObject({ state: 'done' })
  const { rows } = await pool.query('select count(*)::int as left from import_chunks')
  expect(rows[0].left, 'its file is deleted').toBe(0)

  for (const [at] of wrong) lines[at] = line(`J-${at}`)
  expect(await client.run(file(...lines))).toMatchObject({
    created: 12,
    updated: 0,
    unchanged: 988,
    wrong: 0,
  })
})

test('rows match by id, else by SKU in any case; what is empty or missing stays; each change is in the history', async () => {
  await client.run(file(line('M-1'), line('M-2')))
  const [one, two] = [await bySku('M-1'), await bySku('M-2')]
  const changed = await client.run(
    `SPEC: weight;PRICE;_ID;Sku;spec: Color;name\n;13,75;${one?._id};;Red;\n500 g;;;m-2;;Second`,
    'prices.csv',
  )
  expect(changed).toMatchObject({ state: 'done', created: 0, updated: 2, wrong: 0 })
  expect(await bySku('M-1')).toEqual({
    ...one,
    price: 13.75,
    specs: [
      { name: 'Weight', value: '450 g' },
      { name: 'Color', value: 'Red' },
    ],
  })
  expect(await bySku('m-2')).toEqual({
    ...two,
    sku: 'm-2',
    name: 'Second',
    specs: [{ name: 'Weight', value: '500 g' }],
  })
  const { product, changes } = await history(one?._id ?? '')
  expect(product.version).toBe(2)
  expect(
    changes.map(({ field, from, to, by, reason }: Record<string, unknown>) => ({
      field,
      from,
      to,
      by,
      reason,
    })),
  ).toEqual(
    expect.arrayContaining([
      { field: 'price', from: 12.5, to: 13.75, by: admin.email, reason: 'Import of prices.csv' },
    ]),
  )
})

test('what is sold between check and apply stays sold, and a quantity never falls below zero', async () => {
  await client.run(file(line('Q-1'), line('Q-2')))
  const [one, two] = [await bySku('Q-1'), await bySku('Q-2')]
  const { _id } = await client.check('sku,quantity\nQ-1,1500\nQ-2,50')
  for (const product of [one, two]) {
    const sold = await shop.call('POST', '/api/bookings', {
      token: buyer.token,
      body: { orderId: product?._id, orders: 100, phone: '1', address: 'Quay 1' },
    })
    expect(sold.status, sold.text).toBe(200)
  }
  await client.apply(_id)
  await runDueJobs(shop.shop)
  expect(await client.get(_id)).toMatchObject({
    state: 'done',
    updated: 1,
    wrong: 1,
    errors: [
      { line: 3, column: 'quantity', error: 'Units sold since the check would take the quantity below 0' },
    ],
  })
  expect(await bySku('Q-1')).toMatchObject({ quantity: 1_400 })
  expect(await bySku('Q-2')).toMatchObject({ quantity: 900 })
  const { product, changes } = await history(one?._id ?? '')
  expect(product.version, 'a quantity is no edit').toBe(1)
  expect(changes[0]).toMatchObject({ field: 'quantity', from: 900, to: 1_400 })
})

test('a product deleted and a SKU taken after the check are errors of their lines, and the rest is applied', async () => {
  await client.run(file(line('D-1'), line('D-2'), line('D-5')))
  const { _id } = await client.check(
    'sku,name,description,image,price,quantity\nD-1,New one,,,,\nD-2,New two,,,,\nD-3,Third,d,/x.svg,1,1\nD-4,Fourth,d,/x.svg,1,1',
  )
  await shop.call('DELETE', `/api/products/${(await bySku('D-1'))?._id}`, { token: admin.token })
  await pool.query(`update products set sku = 'd-3' where sku = 'D-5'`)
  await client.apply(_id)
  await runDueJobs(shop.shop)
  expect(await client.get(_id)).toMatchObject({
    state: 'done',
    created: 1,
    updated: 1,
    wrong: 2,
    errors: [
      { line: 2, column: '', error: 'This product was deleted after the check' },
      { line: 4, column: 'sku', error: 'The SKU D-3 was given to another product after the check' },
    ],
  })
})

test('rows about one product by its id and by its SKU, a SKU of another product, a deleted product and no id are wrong', async () => {
  await client.run(file(line('T-1'), line('T-2'), line('T-3'), line('T-4')))
  const [one, two, three] = [await bySku('T-1'), await bySku('T-2'), await bySku('T-3')]
  await shop.call('DELETE', `/api/products/${three?._id}`, { token: admin.token })
  const checked = await client.check(
    `_id,sku,name\n${one?._id},,Once\n,T-1,Twice\n${two?._id},t-4,Taken\n${three?._id},,Gone\n12,,No id`,
  )
  expect(checked).toMatchObject({ state: 'checked', rows: 5, wrong: 5, updated: 0 })
  expect(checked.errors).toEqual([
    { line: 2, column: '_id', error: 'Line 3 is about the same product: keep one of them' },
    { line: 3, column: '_id', error: 'Line 2 is about the same product: keep one of them' },
    { line: 4, column: 'sku', error: 'The SKU t-4 belongs to another product' },
    { line: 5, column: '_id', error: 'This product was deleted: to add it again, leave the _id empty' },
    { line: 6, column: '_id', error: 'This is not a valid _id: copy it from an export, or leave it empty' },
  ])
  expect(await client.apply(checked._id)).toMatchObject({
    status: 409,
    json: { error: 'Every row has an error: correct the file and upload it again' },
  })
})

test('a SKU repeated many rows later makes both rows wrong', async () => {
  const lines = Array.from({ length: 1_200 }, (_, at) => line(`R-${at}`))
  lines[1_100] = line('r-3')
  lines[1_150] = line('R-3')
  const checked = await client.check(file(...lines))
  expect(checked).toMatchObject({ created: 1_197, wrong: 3 })
  expect(checked.errors.map(({ line: at, error }) => [at, error])).toEqual([
    [5, 'Line 1102 has the same SKU: keep one of them'],
    [1_102, 'Line 5 has the same SKU: keep one of them'],
    [1_152, 'Line 5 has the same SKU: keep one of them'],
  ])
  await client.apply(checked._id)
  await runDueJobs(shop.shop)
  expect(await client.get(checked._id)).toMatchObject({ state: 'done', created: 1_197, wrong: 3 })
  expect(await bySku('R-3')).toBeUndefined()
})

test('while one is at work others are refused; one that was checked and not applied gives way', async () => {
  const first = await client.upload(file(line('W-1')))
  expect(first).toMatchObject({
    status: 200,
    json: { state: 'checking', fileName: 'products.csv', by: admin.email },
  })
  const refused = {
    status: 409,
    json: { error: 'Another import is being checked or applied: wait until it is done' },
  }
  expect(await client.upload(file(line('W-2')))).toMatchObject(refused)
  expect(await client.apply(first.json._id)).toMatchObject({
    status: 409,
    json: { error: 'The file is still being checked' },
  })
  await runDueJobs(shop.shop)
  const second = await client.check(file(line('W-2')))
  expect(await client.get(first.json._id)).toMatchObject({
    state: 'failed',
    problem: 'Another file was uploaded before this one was applied.',
  })
  expect(await client.apply(first.json._id)).toMatchObject({ status: 409 })
  await client.apply(second._id)
  expect(await client.upload(file(line('W-3')))).toMatchObject(refused)
  expect((await client.apply(second._id)).json, 'twice').toMatchObject({ state: 'applying' })
  await runDueJobs(shop.shop)
  expect((await shop.call('GET', '/api/imports', { token: admin.token })).json).toMatchObject({
    _id: second._id,
    state: 'done',
  })
})

test('two uploads at once: at most one is taken, and none is an error of ours', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map((at) => client.upload(file(line(`U-${at}`)))))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  await runDueJobs(shop.shop)
})

test('an upload that breaks off leaves nothing, and the next one is taken', async () => {
  const latest = async () => (await shop.call('GET', '/api/imports', { token: admin.token })).json
  const before = await latest()
  const broken = httpRequest(`${shop.origin}/api/imports`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${admin.token}`,
      'content-type': 'text/csv',
      'content-length': 1_000_000,
    },
  })
  broken.on('error', () => {})
  broken.write(file(line('B-1')))
  const uploads = async () => {
    const { rowCount } = await pool.query(
      `select from pg_stat_activity where application_name = 'hundredweight upload' and datname = current_database()`,
    )
    return rowCount
  }
  await vi.waitUntil(async () => (await uploads()) === 1, patience)
  broken.destroy()
  await vi.waitUntil(async () => (await uploads()) === 0, patience)
  expect(await latest()).toEqual(before)
  expect((await client.upload(file(line('B-1')))).status).toBe(200)
  await runDueJobs(shop.shop)
})

test('interrupted partway, an import goes on where it was and applies no quantity twice', async () => {
  const lines = Array.from({ length: 1_600 }, (_, at) => line(`K-${at}`))
  await client.run(file(...lines))
  const { _id } = await client.check(file(...lines.map((text) => text.replace(',1000,', ',1100,'))))
  await client.apply(_id)
  // The database ends the import's connection when the third batch begins, as a crash would.
  await pool.query(`
    create function break_import() returns trigger language plpgsql as $$
    begin
      if new.done > 1000 and old.state = 'applying' then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new;
    end $$;
    create trigger break_import before update on imports for each row execute function break_import()`)
  await runDueJobs(shop.shop)
  expect(await client.get(_id)).toMatchObject({ state: 'applying', done: 1_000, updated: 1_000 })
  await pool.query('drop trigger break_import on imports; drop function break_import')
  await runDueJobs(shop.shop)
  expect(await client.get(_id)).toMatchObject({ state: 'done', done: 1_600, updated: 1_600 })
  const { rows } = await pool.query(`select distinct quantity from products where sku like 'K-%'`)
  expect(rows).toEqual([{ quantity: 1_100 }])
})

test('an import that cannot be finished says so and stands in nobody’s way', async () => {
  const { _id } = await client.check(file(line('F-1')))
  await client.apply(_id)
  await pool.query(`
    create function fail_import() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger fail_import before insert on products for each row execute function fail_import()`)
  await runDueJobs(shop.shop)
  await pool.query('drop trigger fail_import on products; drop function fail_import')
  expect(await client.get(_id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('partway'),
  })
  expect(await client.run(file(line('F-1')))).toMatchObject({ state: 'done', created: 1 })
})

test('an import that ends the process each time is given up', async () => {
  const { _id } = await client.check(file(line('E-1')))
  await client.apply(_id)
  await pool.query('update imports set tries = 5 where id = $1', [_id])
  await runDueJobs(shop.shop)
  expect(await client.get(_id)).toMatchObject({ state: 'failed', created: 0 })
  expect(await bySku('E-1')).toBeUndefined()
})
