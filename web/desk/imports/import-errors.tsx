import type { ImportError, ProductImport } from '#contract/catalogue/imports.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { saveFile } from '../../ui/controls/save-file.ts'
import { type Column, ResponsiveTable } from '../../ui/responsive-table.tsx'
import { csvFile } from './csv-file.ts'

type Row = ImportError & { _id: string }

const columns: Column<Row>[] = [
  { label: 'Line', kind: 'title', share: 1, show: ({ line }) => `Line ${formatCount(line)}` },
  { label: 'Column', share: 2, show: ({ column }) => column || 'The whole row' },
  { label: 'Problem', share: 6, show: ({ error }) => error },
]

/** What is wrong with a file, by line and column. */
export function ImportErrors({ latest: { errors, wrong, fileName } }: { latest: ProductImport }) {
  if (errors.length === 0) return null
  const listed = new Set(errors.map(({ line }) => line)).size
  const save = () =>
    saveFile(
      `${fileName.replace(/\.csv$/i, '')} errors.csv`,
      csvFile([
        ['line', 'column', 'error'],
        ...errors.map(({ line, column, error }) => [line, column, error]),
      ]),
    )
  return (
    <section aria-labelledby="import-errors" className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <h2 id="import-errors" className="text-xl">
          {titleOf(wrong)}
        </h2>
        <button type="button" className="link min-h-6 cursor-pointer" onClick={save}>
          Download the errors (CSV)
        </button>
      </div>
      {wrong > listed && (
        <p className="text-quiet">
          Showing the first {formatCount(listed)}; {formatCount(wrong - listed)} more have errors.
        </p>
      )}
      <ResponsiveTable
        label="Errors in the file"
        columns={columns}
        rows={errors.map((error, place) => ({ ...error, _id: String(place) }))}
      />
    </section>
  )
}

/** A file that cannot be read at all has errors, but no rows. */
function titleOf(wrong: number) {
  if (wrong === 0) return 'What is wrong'
  return wrong === 1 ? '1 row has errors' : `${formatCount(wrong)} rows have errors`
}
