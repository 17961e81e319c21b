import type { ReactElement } from 'react'
import { formatCount } from '#contract/format-count.ts'
import { formatDollars } from '#contract/money.ts'
import { type FieldName, isNumeric, type ProductField, productFields } from '#contract/product-fields.ts'
import { TextArea, TextField } from '../ui/field.tsx'
import { controlOf, numberOf } from '../ui/form-values.ts'
import { NumberField } from '../ui/number-field.tsx'

type ControlProps = {
  form: 'add' | 'edit'
  /** What the controls hold at first; without it, what a field is by default. */
  values?: Record<FieldName, string | number>
  errorAt: (name: string) => string | undefined
}

/** The controls of some fields, the numbers side by side at the end. */
export function ProductControls({ names, ...control }: ControlProps & { names: FieldName[] }) {
  const show = (name: FieldName) => <ProductControl key={name} name={name} {...control} />
  return (
    <>
      {names.filter((name) => !isNumeric(productFields[name])).map(show)}
      <div className={`grid gap-4 ${control.form === 'add' ? 'sm:grid-cols-3' : 'grid-cols-2'}`}>
        {names.filter((name) => isNumeric(productFields[name])).map(show)}
      </div>
    </>
  )
}

type OneControlProps = ControlProps & { name: FieldName }

export function ProductControl({ name, form, values, errorAt }: OneControlProps): ReactElement {
  const field: ProductField = productFields[name]
  const props = {
    name,
    label: field.label,
    help: field.help?.[form],
    defaultValue: values?.[name] ?? field.default,
    error: errorAt(name),
  }
  switch (field.kind) {
    case 'text':
      return <TextField {...props} autoComplete="off" />
    case 'image':
      return <TextField {...props} inputMode="url" autoComplete="off" />
    case 'paragraph':
      return <TextArea {...props} rows={4} />
    case 'dollars':
      return <NumberField {...props} inputMode="decimal" />
    case 'count':
      return <NumberField {...props} inputMode="numeric" />
  }
}

export const readField = (form: HTMLFormElement, name: FieldName): string | number =>
  isNumeric(productFields[name]) ? numberOf(form, name) : controlOf(form, name).value.trim()

export function showValue(name: FieldName, value: string | number) {
  if (typeof value === 'string') return value
  return productFields[name].kind === 'dollars' ? formatDollars(value) : formatCount(value)
}
