import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guardFormula, unguardFormula } from '#contract/formats/formula-guard.ts'
import { formulasIn, rowsOfText } from '#test/formulas-in-csv.ts'
import { writeCsv } from './write-csv.ts'

const runs = { numRuns: 1_000 }

async function* inOneBatch<Row>(batch: Row[]) {
  yield batch
}

async function write(table: string[][]) {
  let file = ''
  for await (const part of writeCsv(['a', 'b', 'c'], inOneBatch(table), (row) => row)) file += part
  return file
}

test('no text begins a formula, whether a file is split at commas, semicolons or tabs, with quotes or without', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfText, async (table) => {
      expect(formulasIn(await write(table))).toEqual([])
    }),
    { ...runs, examples: [[[['Main St;"=HYPERLINK(1)"', 'a, =1', ' "\t\'=1']]]] },
  )
})

test('what was guarded is read as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfText, async (table) => {
      const [, ...read]: string[][] = parse(await write(table), { bom: true, record_delimiter: '\r\n' })
      expect(read.map((cells) => cells.map(unguardFormula))).toEqual(table)
    }),
    runs,
  )
})

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ['a\n  -5 °C', "a\n  '-5 °C"],
  ['Main St;"=HYPERLINK(1)"', `Main St;'"=HYPERLINK(1)"`],
  ['from 5" to 10-20', 'from 5" to 10-20'],
  ['a=b; c', 'a=b; c'],
])('%j is written as %j', (text, written) => {
  expect(guardFormula(text)).toBe(written)
  expect(unguardFormula(written)).toBe(text)
})

test('the guard of an earlier export is taken off too', () => {
  expect(unguardFormula("'=1; '+2\n  '-3")).toBe('=1; +2\n  -3')
})

test('a long export lets others have their turn between a few rows and the next', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const table = Array.from({ length: 1_000 }, () => ['x', 'y', 'z'])
  await write(table)
  clearImmediate(counting)
  expect(turns).toBeGreaterThan(40)
})
