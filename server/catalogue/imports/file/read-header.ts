import {
  EXPORTED_QUANTITY_COLUMN,
  FIELD_COLUMNS,
  type FieldColumn,
  ID_COLUMN,
  SPEC_PREFIX,
} from '#contract/catalogue/import-columns.ts'
import type { ImportError } from '#contract/catalogue/imports.ts'
import { MAX_SPEC_NAME_LENGTH } from '#contract/catalogue/specs.ts'
import { unguardFormula } from '#contract/formats/formula-guard.ts'
import type { CsvRecord } from './read-records.ts'
import { UnreadableFile } from './unreadable-file.ts'

export type Column =
  | { kind: 'id' }
  | { kind: 'exported quantity' }
  | { kind: 'field'; name: FieldColumn }
  | { kind: 'spec'; name: string }
/** A column without a name is ignored as long as it is empty. */
export type Header = (Column | null)[]

const MAX_COLUMNS = 500
const MAX_SHOWN = 60

/** What each column is; a file with a column that is unknown or there twice is not read further. */
export function readHeader({ line, cells }: CsvRecord): Header {
  if (cells.length > MAX_COLUMNS)
    throw new UnreadableFile(`The file has ${cells.length} columns; at most ${MAX_COLUMNS} can be read`)
  const seen = new Set<string>()
  const errors: ImportError[] = []
  const header = cells.map(unguardFormula).map((cell) => {
    const fail = (error: string) => {
      errors.push({ line, column: cell.slice(0, MAX_SHOWN), error })
      return null
    }
    if (cell === '') return null
    const column = columnOf(cell)
    if (!column) return fail(`Unknown column “${cell.slice(0, MAX_SHOWN)}”`)
    if (column.kind === 'spec' && (column.name === '' || column.name.length > MAX_SPEC_NAME_LENGTH))
      return fail(
        `Name a specification with at most ${MAX_SPEC_NAME_LENGTH} characters, such as “spec: Weight”`,
      )
    const key = `${column.kind} ${'name' in column ? column.name.toLowerCase() : ''}`
    if (seen.has(key)) return fail(`The column “${cell}” appears twice`)
    seen.add(key)
    return column
  })
  if (header.every((column) => column === null || column.kind === 'spec') && errors.length === 0)
    throw new UnreadableFile('The first line must name the columns, such as sku, name, price and quantity')
  const [first] = errors
  if (first) throw new UnreadableFile(`${first.error}. ${KNOWN}`, errors)
  return header
}

const KNOWN = `Columns are ${[ID_COLUMN, ...FIELD_COLUMNS, EXPORTED_QUANTITY_COLUMN].join(', ')} and those that begin with “${SPEC_PREFIX}”.`

function columnOf(cell: string): Column | null {
  const written = cell.toLowerCase()
  if (written === ID_COLUMN) return { kind: 'id' }
  if (written === EXPORTED_QUANTITY_COLUMN) return { kind: 'exported quantity' }
  if (written.startsWith(SPEC_PREFIX)) return { kind: 'spec', name: cell.slice(SPEC_PREFIX.length).trim() }
  const name = FIELD_COLUMNS.find((field) => field === written)
  return name ? { kind: 'field', name } : null
}
