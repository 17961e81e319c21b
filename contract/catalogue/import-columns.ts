import { type FieldName, fieldNames, type ProductField, productFields } from './product-fields.ts'

/** Specifications have a column each, such as `spec: Weight`. */
export type FieldColumn = Exclude<FieldName, 'specs'>
const isColumn = (name: FieldName): name is FieldColumn => name !== 'specs'

export const ID_COLUMN = '_id'
export const SPEC_PREFIX = 'spec:'
/** What was available when the file was exported. */
export const EXPORTED_QUANTITY_COLUMN = 'exported quantity'
/** The columns of a file of products, in the order of an export; those of specifications follow. */
export const FIELD_COLUMNS: FieldColumn[] = [
  'sku',
  ...fieldNames.filter(isColumn).filter((name) => name !== 'sku'),
]

export const specColumn = (name: string) => `${SPEC_PREFIX} ${name}`

/** What a new product needs; the other columns may be left out. */
export const REQUIRED_COLUMNS = FIELD_COLUMNS.filter((name) => {
  const field: ProductField = productFields[name]
  return field.default === undefined
})

const EXAMPLE: Partial<Record<FieldColumn, string>> = {
  sku: 'HAM-450',
  name: 'Claw hammer',
  category: 'Hand tools',
  description: 'Forged head, hickory handle',
  image: '/no-picture.svg',
  price: '12.50',
  quantity: '5000',
  minimum: '100',
}

/** A file to begin with: what each column is for is shown by an example. */
export const IMPORT_TEMPLATE = {
  columns: [...FIELD_COLUMNS, specColumn('Weight'), specColumn('Material')],
  example: [...FIELD_COLUMNS.map((name) => EXAMPLE[name] ?? ''), '450 g', 'Steel and hickory'],
}
