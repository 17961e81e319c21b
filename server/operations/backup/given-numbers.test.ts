import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { identityMigrations } from '#identity/migrations.ts'
import { bareDatabase } from '#test/database.ts'
import { commandsOf } from '#test/run-command.ts'
import { openShopForFile } from '#test/shop.ts'
import { connectForLong } from '../../platform/database/connect.ts'
import { shopMigrations } from '../../platform/database/migrate.ts'
import { writeBackup } from './write-backup.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const shop = await openShopForFile({ DEMO_ORDERS: 'on' })
const { run } = commandsOf(shop)
const folder = await mkdtemp(path.join(os.tmpdir(), 'shop-numbers-'))
const file = path.join(folder, 'shop.gz')
const undo = [() => rm(folder, { recursive: true, force: true })]
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const PDF = Buffer.from('%PDF-1.7 \\ \t\r\n\0\xff', 'latin1')
const ours = shop.shop.db.$client
await ours.query(`update documents set pdf = $1`, [PDF])
const year = new Date().getUTCFullYear()
// As when the year has seen many: whatever the season in which this runs.
await ours.query(
  `update document_counters set year = $1, last = case series when 'test-invoice' then 40 else 2 end`,
  [year],
)
await ours.query(`insert into document_counters values ('invoice', $1, 340), ('credit-note', $2, 7)`, [
  year - 1,
  year,
])
await writeBackup(
  {
    connection: { connectionString: shop.databaseUrl },
    dataDir: shop.dataDir,
    sets: { shop: shopMigrations, identity: identityMigrations },
  },
  file,
)
const { rows: at } = await ours.query<{ order: number; quote: string; quotes: number }>(
  `select (select max(number) from bookings) as order, (select max(number) from quotes) as quote,
     (select count(*)::int from quotes) as quotes`,
)
const { order, quote, quotes } = at[0] as { order: number; quote: string; quotes: number }

/** Restores on a new machine with these words, and what it said; `ask` reads there. */
async function restore(...words: string[]) {
  const database = await bareDatabase(inject('databaseServer'))
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shop-numbers-there-'))
  undo.push(database.drop, () => rm(dataDir, { recursive: true, force: true }))
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir }
  const outcome = await run('restore', { words: [file, ...words], env })
  const ask = async (text: string) => {
    const client = await connectForLong({ connectionString: database.url }, 'test')
    try {
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  return { ...outcome, ask }
}

const NEXT = `select nextval('bookings_number_seq')::int as order, nextval('quote_numbers')::int as quote,
  (select last from take_document_number('test-invoice', 'UTC')) as test,
  (select last from take_document_number('credit-note', 'UTC')) as credit`

test('a restored shop says its last numbers and goes on counting after them; documents have the same bytes', async () => {
  const { said, ask } = await restore()
  expect(said).toMatch(/The backup was made at \d{4}-[^ ]+Z\. .+ The last numbers: /)
  expect(said).toContain(
    `order #${order}, quote ${quote}, invoice ${year - 1}-000340, invoice TEST-${year}-000040, credit note C-${year}-000007, credit note TEST-C-${year}-000002.`,
  )
  expect(await ask(NEXT)).toEqual([{ order: order + 1, quote: quotes + 1, test: 41, credit: 8 }])
  expect(await ask('select distinct pdf from documents')).toEqual([{ pdf: PDF }])
  expect(await ask('select * from lost_numbers')).toEqual([])
})

test('numbers that were given after the backup are recorded as lost and never given again', async () => {
  const { said, ask } = await restore(
    ...['--last-invoice', `${year - 1}-000342`, `--last-invoice=${year}-000017`],
    ...['--last-invoice', `TEST-${year}-000040`],
    ...['--last-credit-note', `C-${year}-000008`],
    ...['--last-order', `#${order + 10}`],
  )
  const lost = [
    `${year - 1}-000341 to ${year - 1}-000342`,
    `${year}-000001 to ${year}-000017`,
    `C-${year}-000008`,
    `#${order + 1} to #${order + 10}`,
  ]
  expect(said).toContain(`Recorded as lost: ${lost.join(', ')}.`)
  expect(said).toContain(`order #${order + 10}, quote ${quote}, invoice ${year}-000017,`)
  expect(await ask('select series, year, first, last from lost_numbers order by series, year')).toEqual([
    { series: 'credit-note', year, first: 8, last: 8 },
    { series: 'invoice', year: year - 1, first: 341, last: 342 },
    { series: 'invoice', year, first: 1, last: 17 },
    { series: 'order', year: 0, first: order + 1, last: order + 10 },
  ])
  expect(await ask(NEXT)).toEqual([{ order: order + 11, quote: quotes + 1, test: 41, credit: 9 }])
  expect(await ask(`select last from take_document_number('invoice', 'UTC')`)).toEqual([{ last: 18 }])
})

test.each([
  [['--last-invoice', `TEST-${year}-000039`], `goes up to TEST-${year}-000040`],
  [['--last-invoice', `${year - 2}-000999`], `goes up to ${year - 1}-000340`],
  [['--last-order', String(order - 1)], `goes up to #${order}`],
  [['--last-invoice', `${year + 1}-000001`], 'that year has not begun'],
  [['--last-credit-note', `C-${year}-000009`, '--last-order', '1001'], `goes up to #${order}`],
  [
    ['--last-invoice', `C-${year}-000009`],
    '--last-invoice must be the number of an invoice, such as 2026-000017',
  ],
  [['--last-credit-note', `${year}-000009`], '--last-credit-note must be the number of a credit note'],
  [['--last-order', 'many'], '--last-order must be the number of an order, such as 1042'],
  [['--last-order', '99999999999'], '--last-order must be the number of an order'],
  [['--last-order'], '--last-order needs a value.'],
])('%j is refused in a sentence, and nothing is restored', async (words, sentence) => {
  const { code, said, complained, ask } = await restore(...words)
  expect([code, said]).toEqual([1, ''])
  expect(complained).toContain(sentence)
  expect(complained).toMatch(/[Nn]othing was changed\.$|^--last-order needs a value\.\nUsage: /)
  expect(await ask(`select to_regclass('bookings') as bookings`)).toEqual([{ bookings: null }])
})
