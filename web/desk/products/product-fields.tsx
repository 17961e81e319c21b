import type { ReactElement } from 'react'
import {
  type FieldName,
  type FieldValue,
  isNumeric,
  isSameValue,
  type ProductField,
  productFields,
} from '#contract/catalogue/product-fields.ts'
import { readSpecLines, type Spec, writeSpecLines } from '#contract/catalogue/spec-lines.ts'
import { formatCount } from '#contract/formats/format-number.ts'
import { formatDollars } from '#contract/formats/money.ts'
import { controlOf } from '../../forms/form-values.ts'
import { numberOf } from '../../forms/typed-values.ts'
import { TextArea, TextField } from '../../ui/controls/field.tsx'
import { NumberField } from '../../ui/controls/number-field.tsx'
import { CategoryField } from './category-field.tsx'
import { DollarsField, writeDollars } from './dollars-field.tsx'
import { ImageField } from './image-field.tsx'

type ControlProps = {
  form: 'add' | 'edit'
  /** What the controls hold at first; without it, what a field is by default. */
  values?: Record<FieldName, FieldValue>
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
    optional: field.default !== undefined && !isNumeric(field),
    help: field.help?.[form],
    defaultValue: toText(name, values?.[name] ?? field.default),
    error: errorAt(name),
  }
  switch (field.kind) {
    case 'text':
      return <TextField {...props} autoComplete="off" />
    case 'category':
      return <CategoryField {...props} />
    case 'specs':
      return <TextArea {...props} rows={4} />
    case 'image':
      return <ImageField {...props} />
    case 'paragraph':
      return <TextArea {...props} rows={4} />
    case 'dollars':
      return <DollarsField {...props} />
    case 'count':
      return <NumberField {...props} inputMode="numeric" />
  }
}

/** A value as a control holds it. */
export function toText(name: FieldName, value: FieldValue | readonly Spec[] | undefined) {
  if (typeof value === 'object') return writeSpecLines(value)
  return typeof value === 'number' && productFields[name].kind === 'dollars' ? writeDollars(value) : value
}

export function readField(form: HTMLFormElement, name: FieldName): FieldValue {
  const field: ProductField = productFields[name]
  if (isNumeric(field)) return numberOf(form, name)
  const { value } = controlOf(form, name)
  return field.kind === 'specs' ? readSpecLines(value) : value.trim()
}

/** Whether a control still has this value. A file may bring colons and line breaks that a control cannot show. */
export const isUntouched = (form: HTMLFormElement, name: FieldName, value: FieldValue) =>
  isSameValue(readField(form, name), asShown(name, value))

function asShown(name: FieldName, value: FieldValue): FieldValue {
  if (typeof value === 'object') return readSpecLines(writeSpecLines(value))
  if (typeof value === 'number') return value
  return productFields[name].kind === 'paragraph'
    ? value.replace(/\r\n?/g, '\n').trim()
    : value.replace(/[\r\n]+/g, '').trim()
}

export function showValue(name: FieldName, value: FieldValue) {
  if (typeof value === 'object') return writeSpecLines(value)
  if (typeof value === 'string') return value
  return productFields[name].kind === 'dollars' ? formatDollars(value) : formatCount(value)
}
