import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { identityMigrations } from '#identity/migrations.ts'
import { openCheckoutClient } from '#test/checkout-client.ts'
import { bareDatabase } from '#test/database.ts'
import { openShopForFile, openTestShop, type TestShop } from '#test/shop.ts'
import { connectForLong } from '../../platform/database/connect.ts'
import { shopMigrations } from '../../platform/database/migrate.ts'
import { restoreBackup } from './restore-backup.ts'
import { checksumTable, listTables } from './tables.ts'
import { writeBackup } from './write-backup.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const sets = { shop: shopMigrations, identity: identityMigrations }
const NAMES = ['secrets.json', 'first-admin.txt', 'stripe-journal.jsonl']
// Everything that COPY writes in a way of its own, and more.
const AWKWARD = 'tab\t, line\r\nbreak, back\\slash, \\N, \\., "quote", \u0001, ☃, 🔨'

const shop = await openShopForFile()
const checkout = openCheckoutClient(shop)
const buyer = await shop.signUp()
const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-backup-'))
const file = path.join(folder, 'shop.gz')
const undo = [() => rm(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

/** An empty database and an empty data folder, as on a new machine. */
async function newMachine() {
  const database = await bareDatabase(inject('databaseServer'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-restored-'))
  undo.push(database.drop, () => rm(dataDir, { recursive: true, force: true }))
  return { connection: { connectionString: database.url }, dataDir, sets, url: database.url }
}

const ours = () => ({
  connection: { connectionString: shop.databaseUrl },
  dataDir: shop.dataDir,
  sets,
})

async function onDatabase<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectForLong({ connectionString }, 'test')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The count and mark of every table. */
const marks = (url: string) =>
  onDatabase(url, async (client) => {
    const all: Record<string, object> = {}
    for (const table of await listTables(client)) all[table.name] = await checksumTable(client, table)
    return all
  })

const countTables = (url: string) => onDatabase(url, async (client) => (await listTables(client)).length)

test('restored on an empty machine, every row and file is the same, and everybody signs in as before', async () => {
  const product = await checkout.addProduct(50_000)
  await checkout.buy(buyer, product)
  await checkout.order(buyer, product)
  await shop.call('POST', '/api/feedback', {
    body: { name: AWKWARD, email: 'a@example.com', feedback: AWKWARD },
  })
  await shop.shop.db.$client.query(
    `insert into product_changes (id, product_id, changed_by, field, before, after)
     values (gen_random_uuid(), $1, 'a test', 'name', 'null', '"${'\\u2603'}"')`,
    [product],
  )
  await checkout.provider.delivered()
  const before = await marks(shop.databaseUrl)
  const written = await writeBackup(ours(), file)
  expect(written).toMatchObject({ tables: Object.keys(before).length, files: NAMES })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['shop.gz'])

  const there = await newMachine()
  expect(await restoreBackup(there, file)).toMatchObject({ rows: written.rows, tables: written.tables })
  expect(await marks(there.url)).toEqual(before)
  for (const name of NAMES) {
    const [one, other] = [path.join(there.dataDir, name), path.join(shop.dataDir, name)]
    expect(await readFile(one), name).toEqual(await readFile(other))
    expect((await stat(one)).mode & 0o777, name).toBe(0o600)
  }
  expect(await readdir(there.dataDir)).toHaveLength(NAMES.length)

  const again = await openTestShop(inject('databaseServer'), {
    DATABASE_URL: there.url,
    DATA_DIR: there.dataDir,
  })
  undo.push(again.close)
  const signedIn = await again.call('POST', '/api/auth/sign-in/email', {
    body: { email: buyer.email, password: buyer.password },
    headers: { origin: again.origin },
  })
  expect(signedIn.status).toBe(200)
  const session = await again.call('GET', '/api/auth/token', { headers: { cookie: buyer.cookie } })
  expect(session.status, 'also the sessions go on').toBe(200)
  const orders = async (at: TestShop, token: string) =>
    (await at.call('GET', `/api/myitem?email=${buyer.email}`, { token })).json
  expect(await orders(again, session.json.token)).toEqual(await orders(shop, buyer.token))
  const restoredCheckout = openCheckoutClient({ ...again, dataDir: there.dataDir, databaseUrl: there.url })
  await restoredCheckout.assertLedgerBalances()
  const [unpaid] = (await orders(again, session.json.token)).filter(({ paid }: { paid: boolean }) => !paid)
  const secret = await restoredCheckout.begin({ ...buyer, token: session.json.token }, unpaid)
  await restoredCheckout.provider.confirm(secret)
  const paid = await restoredCheckout.report({ ...buyer, token: session.json.token }, unpaid, secret)
  expect(paid.json).toMatchObject({ paid: true })
})

test('a backup in the middle of business holds one moment: no unit is missing and none is there twice', async () => {
  const units = 1_000_000
  const products = await Promise.all(Array.from({ length: 3 }, () => checkout.addProduct(units)))
  let busy = true
  let placed = 0
  const business = products.map(async (product) => {
    while (busy) {
      const booking = await checkout.order(buyer, product)
      if (placed++ % 3 === 0) await checkout.remove(buyer, booking)
    }
  })
  for (let round = 0; round < 3; round++) {
    const before = placed
    await vi.waitUntil(() => placed > before + 10, { timeout: 20_000, interval: 5 })
    const there = await newMachine()
    const moment = path.join(folder, `moment-${round}.gz`)
    await writeBackup(ours(), moment)
    await restoreBackup(there, moment)
    const { rows } = await onDatabase(there.url, (client) =>
      client.query(
        `select quantity + (select coalesce(sum(orders), 0) from bookings where product_id = p.id and held) as units
         from products p where id = any($1)`,
        [products],
      ),
    )
    expect(rows.map((row) => Number(row.units))).toEqual(products.map(() => units))
  }
  busy = false
  await Promise.all(business)
})

test('a database in which something was made is refused and left as it is', async () => {
  const before = await marks(shop.databaseUrl)
  const { dataDir } = await newMachine()
  await expect(restoreBackup({ ...ours(), dataDir }, file)).rejects.toThrow(
    /^The database is not empty: restore into a new one .* Nothing was changed\.$/,
  )
  expect(await marks(shop.databaseUrl)).toEqual(before)
  expect(await readdir(dataDir)).toEqual([])
})

/** What the first start of a shop leaves on a new machine. */
async function startedOnce() {
  const there = await newMachine()
  const variables = { DATABASE_URL: there.url, DATA_DIR: there.dataDir, DEMO_ORDERS: 'on' }
  const open = () => openTestShop(inject('databaseServer'), variables)
  return { ...there, open }
}

test('a shop that was started and never used is replaced when asked, and only then', async () => {
  const there = await startedOnce()
  const started = await there.open()
  const isRunning = /^The shop is running: stop it first\. Nothing was changed\.$/
  await expect(restoreBackup({ ...there, replace: true }, file)).rejects.toThrow(isRunning)
  await started.close()
  const untouched = await marks(there.url)
  await expect(restoreBackup(there, file)).rejects.toThrow(
    /^The database is not empty: it holds a shop that was never used \(\d+ demo products, \d+ demo reviews, \d+ demo orders and the first account\)\. Add --replace .* Nothing was changed\.$/,
  )
  expect(await marks(there.url)).toEqual(untouched)

  const { removed, tables } = await restoreBackup({ ...there, replace: true }, file)
  expect(removed).toMatch(/^\d+ demo products/)
  expect(Object.keys(await marks(there.url))).toHaveLength(tables)
  for (const name of NAMES)
    expect(await readFile(path.join(there.dataDir, name)), name).toEqual(
      await readFile(path.join(shop.dataDir, name)),
    )
  const restored = await there.open()
  undo.push(restored.close)
  const session = await restored.call('GET', '/api/auth/token', { headers: { cookie: buyer.cookie } })
  expect(session.status).toBe(200)
})

test.each([
  ['an account', (at: TestShop) => at.signUp()],
  [
    'feedback',
    (at: TestShop) => at.call('POST', '/api/feedback', { body: { name: 'A', email: 'a', feedback: 'b' } }),
  ],
  [
    'an edited product',
    (at: TestShop) =>
      at.shop.db.$client.query(
        `insert into product_changes (id, product_id, changed_by, field, before, after)
         select gen_random_uuid(), id, 'a test', 'price', '1', '2' from products limit 1`,
      ),
  ],
])('with %s a shop is in use and is never replaced', async (_what, use) => {
  const there = await startedOnce()
  const started = await there.open()
  await use(started)
  await started.close()
  const before = await marks(there.url)
  await expect(restoreBackup({ ...there, replace: true }, file)).rejects.toThrow(
    /^The database is not empty: restore into a new one/,
  )
  expect(await marks(there.url)).toEqual(before)
})

test('the data folder of another shop is refused, and the database stays empty', async () => {
  const there = await newMachine()
  await writeFile(path.join(there.dataDir, 'secrets.json'), '{}')
  await expect(restoreBackup(there, file)).rejects.toThrow(/secrets\.json belongs to another shop/)
  expect(await countTables(there.url)).toBe(0)
  expect(await readdir(there.dataDir)).toEqual(['secrets.json'])
})

test('of a backup that is cut, changed or none at all, nothing is restored', async () => {
  const packed = await readFile(file)
  const plain = gunzipSync(packed).toString('latin1')
  const repacked = (text: string) => gzipSync(Buffer.from(text, 'latin1'))
  const without = (part: RegExp) => repacked(plain.replace(part, ''))
  const notWhole = /is not a complete backup of a shop: nothing was changed/
  const notAgreeing = /^The restored table public\.bookings does not match the backup: nothing was changed/
  const damaged: [string, Buffer, RegExp][] = [
    ['cut in its middle', packed.subarray(0, packed.length / 2), notWhole],
    ['without its foot', without(/[^\n]*\n$/), notWhole],
    [
      'with a row less',
      without(/[^\n]*a@example\.com[^\n]*\n/),
      /^The restored table public\.feedback does not match/,
    ],
    ['with a changed row', repacked(plain.replace('1 Example Street', '2 Example Street')), notAgreeing],
    ['with a row that breaks a rule', repacked(plain.replace('\topen\t', '\tsold\t')), /bookings_state/],
    ['a text', Buffer.from('hello'), notWhole],
    ['a gzip of something else', gzipSync('hello\n'), notWhole],
    ['empty', Buffer.alloc(0), notWhole],
  ]
  const there = await newMachine()
  for (const [what, bytes, sentence] of damaged) {
    const place = path.join(folder, `${what}.gz`)
    await writeFile(place, bytes)
    await expect(restoreBackup(there, place), what).rejects.toThrow(sentence)
    expect(await countTables(there.url), what).toBe(0)
    expect(await readdir(there.dataDir), what).toEqual([])
  }
  for (const file of [path.join(folder, 'nothing.gz'), folder])
    await expect(restoreBackup(there, file)).rejects.toThrow(/^There is no file/)
  await restoreBackup(there, file)
})

test('a file that exists is not overwritten, and an empty database is no backup', async () => {
  const before = await readFile(file)
  await expect(writeBackup(ours(), file)).rejects.toThrow(/already exists: nothing was overwritten/)
  expect(await readFile(file)).toEqual(before)
  const there = await newMachine()
  const nothing = path.join(folder, 'of-nothing.gz')
  await expect(writeBackup(there, nothing)).rejects.toThrow('There is no shop in this database')
  expect((await readdir(folder)).filter((name) => name.includes('of-nothing'))).toEqual([])
})
