import { expect, test, vi } from 'vitest'
import { MAX_IMPORT_BYTES } from '#contract/catalogue/imports.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { openImportClient } from '#test/import-client.ts'
import { openShopForFile } from '#test/shop.ts'

vi.setConfig({ testTimeout: 60_000 })

const shop = await openShopForFile()
const admin = await shop.signUpAdmin()
const client = openImportClient(shop, admin)

const named = async (sku: string) =>
  ((await shop.call('GET', '/api/products')).json as Product[]).find((product) => product.sku === sku)?.name

const HEADER = 'sku,name,description,image,price,quantity'
const table = (sku: string, name: string) => `${HEADER}\r\n${sku},${name},Steel,/x.svg,12.50,500\r\n`
const windows1252 = (text: string) => Buffer.from(text.replace('€', '\u0080'), 'latin1')
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.for<[string, BodyInit, string]>([
  ['UTF-8', table('E-1', 'Hämmer 山 🔨'), 'Hämmer 山 🔨'],
  ['UTF-8 with a mark', `\uFEFF${table('E-2', 'Hämmer')}`, 'Hämmer'],
  ['UTF-16 with a mark', Buffer.from(`\uFEFF${table('E-3', 'Hämmer 山')}`, 'utf16le'), 'Hämmer 山'],
  ['UTF-16, big end first', utf16be(`\uFEFF${table('E-4', 'Hämmer 山')}`), 'Hämmer 山'],
  ['UTF-16 without a mark', Buffer.from(table('E-5', 'Hämmer'), 'utf16le'), 'Hämmer'],
  ['Windows-1252', windows1252(table('E-6', 'Hämmer 5€')), 'Hämmer 5€'],
  [
    'Windows-1252 that shows far behind',
    windows1252(
      `${table('E-7', 'Hämmer')}${`X,${'x'.repeat(190)},x,/x.svg,1,1\n`.repeat(2_000)}`.replace('ä', 'a') +
        'E-7b,Säge,x,/x.svg,1,1',
    ),
    'Hammer',
  ],
  ['semicolons, decimal commas', table('E-8', 'Saw').replaceAll(',', ';').replace('12.50', '12,50'), 'Saw'],
  ['tabs', table('E-9', 'Saw').replaceAll(',', '\t'), 'Saw'],
  ['a hint for spreadsheets', `sep=;\r\n${table('E-10', 'Saw').replaceAll(',', ';')}`, 'Saw'],
  ['line ends of old', table('E-11', 'Saw').replaceAll('\r\n', '\r'), 'Saw'],
  ['an inch sign without quotes', table('E-12', '12" pipe'), '12" pipe'],
  ['quotes', table('E-13', '"Saw, ""big"""'), 'Saw, "big"'],
  ['empty rows', `\r\n${table('E-14', 'Saw')}\r\n,,,,,\r\n`, 'Saw'],
])('%s', async ([, file, name], { expect }) => {
  const done = await client.run(file)
  const sku =
    /E-\d+/.exec(
      Buffer.from(file as string)
        .toString('latin1')
        .replaceAll('\0', ''),
    )?.[0] ?? ''
  expect(done.state).toBe('done')
  expect(await named(sku)).toBe(name)
})

test('an error names the line on which its row begins', async () => {
  const row = (price: string) => `"L-${price}","two\r\nlines","more\nof\nthem",/x.svg,${price},1`
  const { errors } = await client.check([HEADER, row('1'), '', row('x'), row('y')].join('\r\n'))
  expect(errors.map(({ line }) => line)).toEqual([7, 11])
  const hinted = await client.check(`sep=,\n${HEADER}\nS,S,S,/x.svg,x,1`)
  expect(hinted.errors).toMatchObject([{ line: 3, column: 'price' }])
})

test.for<[string, BodyInit, string]>([
  [
    'binary',
    Buffer.from(Array.from({ length: 5_000 }, (_, at) => (at * 7) % 256)),
    'This is not a CSV file: save the table as CSV and upload that file',
  ],
  [
    'a workbook',
    Buffer.from('PK\u0003\u0004 and more'),
    'This is a workbook, not a CSV file: in the spreadsheet, save it as CSV and upload that file',
  ],
  [
    'a line of 10 MB',
    `${HEADER}\n${'x'.repeat(10_000_000)}`,
    'The row on line 2 is longer than 100,000 characters: perhaps a quotation mark is opened there and never closed',
  ],
  [
    'a header of 10 MB',
    'x'.repeat(10_000_000),
    'The row on line 1 is longer than 100,000 characters: perhaps a quotation mark is opened there and never closed',
  ],
  [
    'a line of 10 MB of delimiters',
    `${HEADER}\n${','.repeat(10_000_000)}`,
    'A line is longer than 200,000 characters: save the table as CSV and upload that file',
  ],
  [
    'an open quote',
    `${table('O-1', 'Saw')}O-2,"Saw,x,/x.svg,1,1\nO-3,Saw,x,/x.svg,1,1`,
    'On line 3, a quotation mark is opened and never closed',
  ],
  [
    'text after a quote',
    table('O-1', '"Saw" big'),
    'On line 2, text follows a closing quotation mark: double any quotation mark inside quoted text',
  ],
  [
    'only a header',
    HEADER,
    'The file has no rows: its first line names the columns, each line after that is a product',
  ],
  [
    'blanks',
    ' \n \n',
    'The file has no rows: its first line names the columns, each line after that is a product',
  ],
  ['no header', 'spec: a\nx', 'The first line must name the columns, such as sku, name, price and quantity'],
])('%s gets one sentence', async ([, file, problem], { expect }) => {
  expect(await client.check(file)).toMatchObject({ state: 'failed', problem, rows: 0, errors: [] })
})

test('columns that are unknown or there twice are named', async () => {
  const checked = await client.check('sku,colour,Name,name,spec: A,SPEC: a,spec:,__proto__\nx,x,x,x,x,x,x,x')
  expect(checked).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/^Unknown column “colour”\. Columns are _id, sku, /),
  })
  expect(checked.errors.map(({ line, column, error }) => [line, column, error])).toEqual([
    [1, 'colour', 'Unknown column “colour”'],
    [1, 'name', 'The column “name” appears twice'],
    [1, 'SPEC: a', 'The column “SPEC: a” appears twice'],
    [1, 'spec:', 'Name a specification with at most 60 characters, such as “spec: Weight”'],
    [1, '__proto__', 'Unknown column “__proto__”'],
  ])
})

test('more than 30 specifications of a product are refused, and more errors than are listed are counted', async () => {
  const specs = Array.from({ length: 31 }, (_, at) => `spec: s${at}`).join(',')
  const row = (sku: string) => `${sku},Saw,x,/x.svg,1,1,${'v,'.repeat(30)}v`
  const rows = Array.from({ length: 300 }, (_, at) => row(`P-${at}`)).join('\n')
  const checked = await client.check(`${HEADER},${specs}\n${rows}`)
  expect(checked).toMatchObject({ rows: 300, wrong: 300, created: 0 })
  expect(checked.errors).toHaveLength(200)
  expect(checked.errors[0]).toEqual({ line: 2, column: '', error: 'A product has at most 30 specifications' })
})

test('a file that is empty, too large or JSON is refused in a sentence, and leaves nothing', async () => {
  expect(await client.upload('')).toMatchObject({ status: 400, json: { error: 'The file is empty' } })
  expect(await client.upload(Buffer.alloc(MAX_IMPORT_BYTES + 1, 'x'))).toMatchObject({
    status: 413,
    json: { error: 'The file is larger than 50 MB: split it into several' },
  })
  expect(await shop.call('POST', '/api/imports', { token: admin.token, body: {} })).toMatchObject({
    status: 415,
    json: { error: 'Send the file as text/csv' },
  })
  const { rows } = await shop.shop.db.$client.query(
    `select count(*)::int as left from imports where state in ('checking', 'applying')`,
  )
  expect(rows[0].left).toBe(0)
})

test('thousands of cells without a column are one error', async () => {
  const { wrong, errors } = await client.check(`${HEADER}\n${'x,'.repeat(40_000)}`)
  expect([wrong, errors.filter(({ column }: { column: string }) => column === '').length]).toEqual([1, 1])
})

test('a picture that this shop does not have is an error of its row', async () => {
  const row = (sku: string, image: string) => `${sku},Saw,Steel,${image},12.50,500`
  const missing = row('P-1', '/pictures/0123456789abcdef0123456789abcdef')
  const { wrong, errors } = await client.check(`${HEADER}\n${missing}\n${row('P-2', '/x.svg')}`)
  expect([wrong, errors]).toEqual([
    1,
    [{ line: 2, column: 'image', error: 'This picture does not exist in this shop: upload it first' }],
  ])
})
