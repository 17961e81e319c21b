import { REQUIRED_COLUMNS, specColumn } from '#contract/catalogue/import-columns.ts'
import {
  defaultValues,
  editedFields,
  type FieldValues,
  isSameValue,
} from '#contract/catalogue/product-fields.ts'
import { fieldSchemas } from '#contract/catalogue/products.ts'
import type { Spec } from '#contract/catalogue/spec-lines.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import type { Difference } from '../products/change-store.ts'
import { stockProblem } from '../stock/stock-problem.ts'
import type { ProductRow, RowError } from './file/read-row.ts'
import type { StoredProduct } from './product-store.ts'

/** What a row does to a product, or why it cannot be done. */
export type Plan =
  | { outcome: 'created'; product: FieldValues }
  | { outcome: 'updated'; product: FieldValues; differences: Difference[] }
  | { outcome: 'unchanged' }
  | { outcome: 'wrong'; errors: RowError[] }

/** `available` is what was available at the check, for a row that sets the quantity; `held` what unpaid orders and offers hold. */
export function planRow(
  row: ProductRow,
  product: StoredProduct | null,
  available: number | null,
  held: number | undefined,
): Plan {
  const errors = [...row.errors]
  const merged = mergeSpecs(product?.specs ?? [], row.specs)
  const { data: specs = merged, error: wrongSpecs } = fieldSchemas.specs.safeParse(merged)
  if (wrongSpecs) errors.push(specError(wrongSpecs.issues[0], merged))
  if (!product) {
    const given = new Set(Object.keys(row.values))
    const wrong = new Set(errors.map(({ column }) => column))
    for (const column of REQUIRED_COLUMNS)
      if (!given.has(column) && !wrong.has(column))
        errors.push({
          column,
          error: `A new product needs ${/^[aeiou]/.test(column) ? 'an' : 'a'} ${column}`,
        })
    if (errors.length > 0) return { outcome: 'wrong', errors }
    return { outcome: 'created', product: { ...defaultValues, ...row.values, specs } as FieldValues }
  }
  // Of another shop's product it says nothing.
  const exported = row.id === null || row.id === product._id ? row.exportedQuantity : null
  // Left as it was exported, it is no count of what is there now.
  const given = row.values.quantity === exported ? undefined : row.values.quantity
  if (given !== undefined && exported !== null && available !== exported && available !== given)
    errors.push({
      column: 'quantity',
      error: `${formatCount(exported)} at the export, ${formatCount(available ?? product.quantity)} now: export again, or leave the quantity as it was exported`,
    })
  const quantity = given === undefined ? product.quantity : product.quantity + given - (available ?? given)
  if (quantity < 0)
    errors.push({ column: 'quantity', error: 'Units sold since the check would take the quantity below 0' })
  const tooMany = quantity > product.quantity && stockProblem(quantity, held)
  if (tooMany) errors.push({ column: 'quantity', error: tooMany })
  if (errors.length > 0) return { outcome: 'wrong', errors }
  const planned: FieldValues = { ...product, ...row.values, specs, quantity }
  const differences = ([...editedFields, 'quantity'] as const).flatMap((field): Difference[] => {
    const [from, to] = [product[field], planned[field]]
    return isSameValue(from, to) ? [] : [{ field, from, to }]
  })
  return differences.length > 0
    ? { outcome: 'updated', product: planned, differences }
    : { outcome: 'unchanged' }
}

/** Those that the row names get its values; the others, and the order, stay. */
function mergeSpecs(existing: Spec[], given: Spec[]): Spec[] {
  if (given.length === 0) return existing
  const values = new Map(given.map((spec) => [spec.name.toLowerCase(), spec]))
  const merged = existing.map(({ name, value }) => {
    const key = name.toLowerCase()
    const replaced = values.get(key)?.value ?? value
    values.delete(key)
    return { name, value: replaced }
  })
  return [...merged, ...values.values()]
}

function specError(issue: { message: string; path: PropertyKey[] } | undefined, specs: Spec[]): RowError {
  const name = specs[Number(issue?.path[0])]?.name
  return { column: name ? specColumn(name) : '', error: issue?.message ?? 'This cannot be read' }
}
