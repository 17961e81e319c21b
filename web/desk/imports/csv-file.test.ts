import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formulasIn, rowsOfText } from '#test/formulas-in-csv.ts'
import { csvFile } from './csv-file.ts'

test('no text begins a formula in a file that the browser writes', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOfText, async (table) => {
      expect(formulasIn(await csvFile(table).text())).toEqual([])
    }),
    { numRuns: 500, examples: [[[['Unknown column “x;"=1”', 'a, =1', '@']]]] },
  )
})
