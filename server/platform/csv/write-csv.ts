import { setImmediate as nextTurn } from 'node:timers/promises'
import { stringify } from 'csv-stringify/sync'
import { guardFormula } from '#contract/formats/formula-guard.ts'

export type Cell = string | number | undefined

// Without it Excel takes UTF-8 for Windows-1252.
const BYTE_ORDER_MARK = '\uFEFF'
// Writing so many of the longest takes a few milliseconds; requests are answered in between.
const ROWS_PER_TURN = 20

/** A file that spreadsheets open as it is meant, and in which no text is a formula. */
export async function* writeCsv<Row>(
  header: string[],
  batches: AsyncIterable<Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toLines([header])
  for await (const rows of batches)
    for (let at = 0; at < rows.length; at += ROWS_PER_TURN) {
      await nextTurn()
      yield toLines(rows.slice(at, at + ROWS_PER_TURN).map(toCells))
    }
}

const toLines = (rows: Cell[][]) =>
  stringify(rows, {
    record_delimiter: 'windows',
    quoted_match: /[\r\n;\t]|^\s|\s$/,
    cast: { string: guardFormula },
  })
