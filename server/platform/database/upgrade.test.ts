import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { identityMigrations } from '#identity/migrations.ts'
import { bareDatabase } from '#test/database.ts'
import { openTestShop } from '#test/shop.ts'
import { restoreBackup } from '../../operations/backup/restore-backup.ts'
import { listTables, type Table } from '../../operations/backup/tables.ts'
import { writeBackup } from '../../operations/backup/write-backup.ts'
import { connectForLong } from './connect.ts'
import { migrate, shopMigrations } from './migrate.ts'
import { applyExactly, applyMissing, type MigrationSet } from './migration-set.ts'

vi.setConfig({ testTimeout: 60_000 })

const sets = { shop: shopMigrations, identity: identityMigrations }
const migrations = readMigrationFiles({ migrationsFolder: shopMigrations.folder })
const PRODUCT = '0190a000-0000-7000-8000-000000000001'

/** What every state since the first can hold: somebody's account, an order of each state and its payments. */
const CONTENT = [
  `insert into identity.user (id, name, email) values ('subject', 'Old Customer', 'old@example.com')`,
  `insert into users (id, subject, email, name) values ('0190a000-0000-7000-8000-000000000002', 'subject', 'old@example.com', 'Old Customer')`,
  `insert into profiles (user_id, education, location, number, linkdin) select id, 'School', 'Harbour', '0123', '' from users`,
  `insert into products (id, name, image, description, price_cents, quantity, created_by) values
     ('${PRODUCT}', 'Señor’s Crowbar', '/x.svg', 'Forged steel', 1999, 1000, 'old'),
     ('0190a000-0000-7000-8000-000000000003', 'Rope', '/x.svg', 'Sold out', 50, 0, 'old')`,
  `insert into bookings (id, product_id, user_id, product, unit_cents, orders, price_cents, email, name, phone, address, state, held, created_at, hold_until, transiction_id, paid_at, deleted_at)
   select gen_random_uuid(), '${PRODUCT}', u.id, 'Crowbar', 1999, 100, 199900, u.email, u.name, '1', 'Quay 1', s.state, s.state in ('open', 'paid'),
     now() - s.place * interval '1 hour', now() + interval '1 day', case s.state when 'paid' then 'pi_old' end, case s.state when 'paid' then now() end, case s.state when 'deleted' then now() end
   from users u, unnest(array['open', 'lapsed', 'paid', 'deleted']) with ordinality as s(state, place)`,
  `insert into payment_attempts (id, booking_id, number, amount_cents, address, intent_id, state, settled_at)
   select gen_random_uuid(), id, 1, 199900, '127.0.0.1', 'pi_old', 'paid', now() from bookings where state = 'paid'`,
  `insert into ratings (id, user_id, name, image, description, hearts) select gen_random_uuid(), id, name, '', 'Good', 5 from users`,
  `insert into feedback (id, name, email, feedback) values (gen_random_uuid(), 'A', 'a', 'tab\t and \\ and ☃')`,
  `insert into subscriptions (email) values ('old@example.com')`,
]

/** Until the migration that gives refunds a table of their own: payments that bought nothing, in every state of their refund. */
const REFUND_ROWS_SINCE = 12
const OLD_REFUNDS = `
  insert into payment_attempts (id, booking_id, number, amount_cents, address, intent_id, state, settled_at, refund_reason, refund_id, refund_error, refunds_failed)
  select ('0190a000-0000-7000-8000-00000000001' || s.number)::uuid, bookings.id, s.number, 199900, '127.0.0.1', 'pi_' || s.state, s.state, now(), 'The order was already paid', s.refund, s.error, s.failed
  from bookings, (values (2, 'refund_due', null, null, 0), (3, 'refunded', 're_made', null, 1), (4, 'refund_failed', 're_failed', 'declined', 10)) as s(number, state, refund, error, failed)
  where bookings.state = 'paid'`
/** Until the migration that gives idempotency keys a table of their own. */
const KEYS_APART_SINCE = 17
const MOVED_REFUNDS = [
  {
    id: '12',
    provider_key: 'refund-pi_refund_due',
    state: 'due',
    provider_id: null,
    error: null,
    failures: 0,
  },
  {
    id: '13',
    provider_key: 'refund-pi_refunded',
    state: 'succeeded',
    provider_id: 're_made',
    error: null,
    failures: 1,
  },
  {
    id: '14',
    provider_key: 'refund-pi_refund_failed',
    state: 'failed',
    provider_id: 're_failed',
    error: 'declined',
    failures: 10,
  },
]

/** The database as the shop of so many migrations ago left it. */
async function makeOld(client: pg.Client, count: number) {
  const remember = async ({ schema, table, folder }: MigrationSet, applied: number) => {
    const known = readMigrationFiles({ migrationsFolder: folder }).slice(0, applied)
    const wanted = known.map(({ hash, folderMillis: when }) => ({ hash, when }))
    await applyExactly(client, { schema, table, folder }, wanted)
    for (const { hash, when } of wanted)
      await client.query(`insert into ${schema}.${table} (hash, created_at) values ($1, $2)`, [hash, when])
  }
  await remember(shopMigrations, count)
  await remember(identityMigrations, Number.POSITIVE_INFINITY)
  for (const statement of CONTENT) await client.query(statement)
  if (count < REFUND_ROWS_SINCE) await client.query(OLD_REFUNDS)
  if (count < KEYS_APART_SINCE) await client.query(`update bookings set idempotency_key = state`)
}

/** Columns that a later migration drops or changes. */
const CHANGED = [
  'checked_at',
  'idempotency_key',
  'refund_reason',
  'refund_id',
  'refund_error',
  'refunds_failed',
  'public.payment_attempts.state',
  'public.payment_attempts.due_at',
]

/** The rows of these tables in the columns they had then and still have. */
async function contents(client: pg.Client, tables: Table[]) {
  const all: Record<string, unknown[]> = {}
  for (const { name, columns } of tables.filter(({ name }) => name.startsWith('public.'))) {
    const kept = columns.filter(
      (column) => !CHANGED.includes(column) && !CHANGED.includes(`${name}.${column}`),
    )
    const { rows } = await client.query(`select ${kept} from ${name} order by ${kept}`)
    all[name] = rows
  }
  return all
}

async function assertRefundsMoved(client: pg.Client, count: number) {
  const { rows } = await client.query(
    `select right(r.id::text, 2) as id, r.provider_key, r.state, r.provider_id, r.error, r.failures, a.state as attempt, r.source, r.reason,
       r.settled_at is not null as settled, a.due_at as asked
     from refunds r join payment_attempts a on a.id = r.attempt_id and a.id = r.id and a.booking_id = r.booking_id order by r.id`,
  )
  const moved = count < REFUND_ROWS_SINCE ? MOVED_REFUNDS : []
  expect(rows).toEqual(
    moved.map((refund) => ({
      ...refund,
      attempt: 'unapplied',
      source: 'unapplied',
      reason: 'The order was already paid',
      settled: refund.state === 'succeeded',
      asked: null,
    })),
  )
}

/** An order that is sent again after the upgrade is found. */
async function assertKeysMoved(client: pg.Client, count: number) {
  const { rows } = await client.query(
    `select key, state, body_hash as hash from idempotency_keys join bookings on bookings.id = result_id
     where idempotency_keys.user_id = bookings.user_id and call = 'POST /api/bookings' order by key`,
  )
  const moved = count < KEYS_APART_SINCE ? ['deleted', 'lapsed', 'open', 'paid'] : []
  expect(rows).toEqual(moved.map((state) => ({ key: state, state, hash: null })))
}

/** Until the migration that numbers orders, which does so in the order in which they were placed. */
const NUMBERED_SINCE = 12

async function assertOrdersNumbered(client: pg.Client, count: number) {
  const { rows } = await client.query('select number from bookings order by created_at, id')
  const numbers = rows.map(({ number }) => number)
  const expected = rows.map((_, index) => 1001 + index)
  expect(count < NUMBERED_SINCE ? numbers : numbers.toSorted()).toEqual(expected)
  const next = await client.query(`select nextval('bookings_number_seq')::int as number`)
  expect(next.rows).toEqual([{ number: 1001 + rows.length }])
}

const states = migrations.map((_, index) => index + 1)

test.each(states)(
  'a shop with the first %i migrations and business in it keeps every value when it is upgraded, also through a backup',
  async (count) => {
    const [direct, restored] = [
      await bareDatabase(inject('databaseServer')),
      await bareDatabase(inject('databaseServer')),
    ]
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-old-'))
    const client = await connectForLong({ connectionString: direct.url }, 'test')
    await makeOld(client, count)
    const tables = await listTables(client)
    const before = await contents(client, tables)
    expect(before['public.bookings']).toHaveLength(4)
    await client.end()
    const file = path.join(dataDir, 'old.gz')
    await writeBackup({ connection: { connectionString: direct.url }, dataDir, sets }, file)
    await restoreBackup({ connection: { connectionString: restored.url }, dataDir, sets }, file)

    await migrate({ connectionString: direct.url })
    const shop = await openTestShop(inject('databaseServer'), { DATABASE_URL: restored.url })
    for (const { url } of [direct, restored]) {
      const upgraded = await connectForLong({ connectionString: url }, 'test')
      const after = await contents(upgraded, tables)
      await assertRefundsMoved(upgraded, count)
      await assertKeysMoved(upgraded, count)
      await assertOrdersNumbered(upgraded, count)
      await upgraded.end()
      for (const [name, rows] of Object.entries(before))
        expect(after[name], name).toEqual(expect.arrayContaining(rows))
    }
    const product = await shop.call('GET', `/api/product/${PRODUCT}`)
    expect(product.json).toMatchObject({ quantity: 1000, price: 19.99 })
    const found = await shop.call('GET', '/api/products?q=senor%20crowbra')
    expect(found.json.map(({ _id }: { _id: string }) => _id)).toContain(PRODUCT)
    await shop.close()
    for (const { drop } of [direct, restored]) await drop()
    await rm(dataDir, { recursive: true, force: true })
  },
)

test('a backup of a newer version is refused in a sentence, and nothing is left behind', async () => {
  const { url, drop } = await bareDatabase(inject('databaseServer'))
  const client = await connectForLong({ connectionString: url }, 'test')
  await client.query('begin')
  const newer = [...migrations, { hash: 'of tomorrow', folderMillis: 9e12 }]
  const wanted = newer.map(({ hash, folderMillis: when }) => ({ hash, when }))
  await expect(applyExactly(client, shopMigrations, wanted)).rejects.toThrow(
    'This backup was made by another version of the shop: restore it with that version, then upgrade.',
  )
  await client.query('rollback')
  expect(await listTables(client)).toEqual([])
  await client.end()
  await drop()
})

/** These migrations and one more, as a later version of the shop might bring it. */
async function laterVersion(folder: string) {
  await cp(shopMigrations.folder, folder, { recursive: true })
  const place = path.join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(place, 'utf8'))
  const { idx, when, ...last } = journal.entries.at(-1)
  journal.entries.push({ ...last, idx: idx + 1, when: when + 1_000, tag: 'later' })
  await writeFile(place, JSON.stringify(journal))
  await writeFile(
    path.join(folder, 'later.sql'),
    `alter table feedback drop column email;--> statement-breakpoint
     alter table feedback rename column feedback to message;--> statement-breakpoint
     alter table feedback add column number serial`,
  )
  return { ...sets, shop: { ...shopMigrations, folder } }
}

test('a backup from before and one from after a migration that drops and renames columns are both restored', async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-later-'))
  const later = await laterVersion(path.join(dataDir, 'migrations'))
  const databases = [1, 2, 3].map(() => bareDatabase(inject('databaseServer')))
  const [here, before, after] = await Promise.all(databases)
  if (!here || !before || !after) throw new Error('no databases')
  const at = ({ url }: { url: string }) => ({
    connection: { connectionString: url },
    dataDir,
    sets: later,
  })
  const upgrade = async ({ url }: { url: string }) => {
    const client = await connectForLong({ connectionString: url }, 'test')
    await applyMissing(client, later.shop)
    const { rows } = await client.query('select name, message, number from feedback')
    await client.end()
    return rows
  }

  const client = await connectForLong({ connectionString: here.url }, 'test')
  await makeOld(client, migrations.length)
  await client.end()
  await writeBackup(at(here), path.join(dataDir, 'before.gz'))
  const expected = [{ name: 'A', message: 'tab\t and \\ and ☃', number: 1 }]
  expect(await upgrade(here)).toEqual(expected)
  await writeBackup(at(here), path.join(dataDir, 'after.gz'))

  await restoreBackup(at(before), path.join(dataDir, 'before.gz'))
  expect(await upgrade(before)).toEqual(expected)
  await restoreBackup(at(after), path.join(dataDir, 'after.gz'))
  expect(await upgrade(after)).toEqual(expected)

  for (const { drop } of [here, before, after]) await drop()
  await rm(dataDir, { recursive: true, force: true })
})
