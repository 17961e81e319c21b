/** A CSV file that any spreadsheet opens: the mark at its beginning says that it is UTF-8. */
export const csvFile = (rows: readonly (readonly (string | number)[])[]) =>
  new Blob(['\ufeff', ...rows.map((row) => `${row.map(cell).join(',')}\r\n`)], { type: 'text/csv' })

/** Quoted; what a spreadsheet would take for a formula becomes text. */
const cell = (value: string | number) =>
  typeof value === 'number' ? value : `"${value.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`
