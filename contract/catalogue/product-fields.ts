import type { Spec } from './spec-lines.ts'

/** A kind is a schema in contract/catalogue/products.ts and a control in web/desk/products/product-fields.tsx. */
export type ProductField = {
  label: string
  /** With a default it may be left out of a new product, and a text may be empty. */
  default?: string | number | readonly Spec[]
  /** What is said below the control, by form. */
  help?: { add?: string; edit?: string }
  /** The weight of its words in a search, from A down to D; without one they are not searched. */
  search?: 'A' | 'B' | 'C' | 'D'
} & (
  | { kind: 'text' | 'paragraph'; max: number }
  | { kind: 'image' | 'dollars' | 'category' | 'specs' }
  | { kind: 'count'; min: number }
)

/** What people say of a product, in the order of forms and answers. */
export const productFields = {
  name: { kind: 'text', label: 'Name', max: 200, search: 'A' },
  sku: {
    kind: 'text',
    label: 'SKU',
    max: 64,
    default: '',
    help: { add: 'Your own part number, if you use one', edit: 'Your own part number' },
    search: 'A',
  },
  category: {
    kind: 'category',
    label: 'Category',
    default: '',
    help: { add: 'Customers can browse products by category.' },
    search: 'C',
  },
  image: {
    kind: 'image',
    label: 'Picture',
    help: {
      add: 'Filled in when you upload a picture. Or enter a link that starts with https://, or a path on this site that starts with /',
    },
  },
  description: {
    kind: 'paragraph',
    label: 'Description',
    max: 5_000,
    help: { add: 'The beginning is shown on the product card.' },
    search: 'B',
  },
  specs: {
    kind: 'specs',
    label: 'Specifications',
    default: [],
    help: { add: 'One per line, such as “Weight: 16 oz”', edit: 'One per line, such as “Weight: 16 oz”' },
    search: 'C',
  },
  price: {
    kind: 'dollars',
    label: 'Price',
    help: { add: 'Dollars per unit', edit: 'Dollars per unit. Existing orders keep their price.' },
  },
  quantity: { kind: 'count', label: 'Quantity', min: 0, help: { add: 'Units available' } },
  minimum: {
    kind: 'count',
    label: 'Minimum',
    min: 1,
    default: 100,
    help: { add: 'Smallest order; at least 100', edit: 'Smallest order; at least 100' },
  },
} as const satisfies Record<string, ProductField>

export type Fields = typeof productFields
export type FieldName = keyof Fields
export const fieldNames = Object.keys(productFields) as FieldName[]
/** Edits leave the quantity to orders and restocks. */
export const editedFields = fieldNames.filter((name) => name !== 'quantity')

export const isNumeric = ({ kind }: ProductField) => kind === 'dollars' || kind === 'count'
export type FieldValues = {
  [N in FieldName]: Fields[N]['kind'] extends 'dollars' | 'count'
    ? number
    : Fields[N]['kind'] extends 'specs'
      ? Spec[]
      : string
}
export type FieldValue = FieldValues[FieldName]

export const isSameValue = (one: FieldValue | undefined, other: FieldValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other)

export const mapFields = <T>(map: (field: ProductField, name: FieldName) => T) =>
  Object.fromEntries(fieldNames.map((name) => [name, map(productFields[name], name)])) as Record<FieldName, T>

/** What a product has that was added without it. */
export const defaultValues = mapFields((field) => field.default) as Partial<FieldValues>
