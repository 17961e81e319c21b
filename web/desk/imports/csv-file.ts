import { guardFormula } from '#contract/formats/formula-guard.ts'

/** A CSV file that any spreadsheet opens: the mark at its beginning says that it is UTF-8. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]) =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv' })

const cell = (value: string | number) =>
  typeof value === 'number' ? value : `"${guardFormula(value).replaceAll('"', '""')}"`
