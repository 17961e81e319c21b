import type { FieldName } from './product-fields.ts'

/** The columns of a file of products, in the order of an export; `spec: Weight` and the like follow. */
export const ID_COLUMN = '_id'
export const SPEC_PREFIX = 'spec:'
export const FIELD_COLUMNS = [
  'sku',
  'name',
  'category',
  'description',
  'image',
  'price',
  'quantity',
  'minimum',
] as const satisfies FieldName[]
export type FieldColumn = (typeof FIELD_COLUMNS)[number]

export const specColumn = (name: string) => `${SPEC_PREFIX} ${name}`

/** What a new product needs; the other columns may be left out. */
export const REQUIRED_COLUMNS = ['name', 'description', 'image', 'price', 'quantity'] as const

/** A file to begin with: what each column is for is shown by an example. */
export const IMPORT_TEMPLATE = {
  columns: [...FIELD_COLUMNS, specColumn('Weight'), specColumn('Material')],
  example: [
    'HAM-450',
    'Claw hammer',
    'Hand tools',
    'Forged head, hickory handle',
    '/no-picture.svg',
    '12.50',
    '5000',
    '100',
    '450 g',
    'Steel and hickory',
  ],
} as const
