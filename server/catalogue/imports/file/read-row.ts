import { EXPORTED_QUANTITY_COLUMN, type FieldColumn, ID_COLUMN } from '#contract/catalogue/import-columns.ts'
import type { ImportError } from '#contract/catalogue/imports.ts'
import { type FieldValues, isNumeric, productFields } from '#contract/catalogue/product-fields.ts'
import { fieldSchemas } from '#contract/catalogue/products.ts'
import type { Spec } from '#contract/catalogue/spec-lines.ts'
import { isId } from '#contract/formats/fields.ts'
import { unguardFormula } from '#contract/formats/formula-guard.ts'
import type { Header } from './read-header.ts'
import type { CsvRecord } from './read-records.ts'

export type RowError = Omit<ImportError, 'line'>

/** What a row says of a product; what it leaves empty is not there. */
export type ProductRow = {
  line: number
  id: string | null
  values: Partial<Omit<FieldValues, 'specs'>>
  exportedQuantity: number | null
  specs: Spec[]
  errors: RowError[]
}

/** 1,250 and 1.250 are a thousand here and a one with decimals there. */
const GROUPED = /^\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,2})?$/

export function readRow(header: Header, { line, cells }: CsvRecord): ProductRow {
  const row: ProductRow = { line, id: null, values: {}, exportedQuantity: null, specs: [], errors: [] }
  for (const [at, cell] of cells.entries()) {
    if (cell === '') continue
    const column = header[at]
    if (!column) {
      row.errors.push({ column: '', error: `The row has a value in column ${at + 1}, which has no name` })
      break
    }
    if (column.kind === 'id') {
      row.id = cell.toLowerCase()
      if (!isId(cell))
        row.errors.push({
          column: ID_COLUMN,
          error: 'This is not a valid _id: copy it from an export, or leave it empty',
        })
    } else if (column.kind === 'spec') row.specs.push({ name: column.name, value: unguardFormula(cell) })
    else if (column.kind === 'exported quantity') readExportedQuantity(row, cell)
    else readField(row, column.name, cell)
  }
  return row
}

function readField({ values, errors }: ProductRow, name: FieldColumn, cell: string) {
  const isNumber = isNumeric(productFields[name])
  if (isNumber && GROUPED.test(cell)) {
    const example = name === 'price' ? '1250.00' : '1250'
    errors.push({ column: name, error: `Write the ${name} without thousands separators, such as ${example}` })
    return
  }
  const value = name === 'price' ? readPrice(cell) : isNumber ? cell : unguardFormula(cell)
  const parsed = fieldSchemas[name].safeParse(value)
  if (parsed.success) Object.assign(values, { [name]: parsed.data })
  else errors.push({ column: name, error: parsed.error.issues[0]?.message ?? 'This cannot be read' })
}

function readExportedQuantity(row: ProductRow, cell: string) {
  const { data, error } = fieldSchemas.quantity.safeParse(cell)
  if (error)
    row.errors.push({ column: EXPORTED_QUANTITY_COLUMN, error: 'Leave this column as it was exported' })
  else row.exportedQuantity = data
}

const readPrice = (cell: string) =>
  /^\d{1,9}(?:[.,]\d{1,2})?$/.test(cell) ? Number(cell.replace(',', '.')) : undefined
