import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** A number that changes only by typing: no arrows, and a page scrolled under the pointer leaves it alone. */
export function NumberField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      step="any"
      autoComplete="off"
      {...props}
      type="number"
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}

/** NaN when nothing or nothing readable was typed; in JSON that is null. */
export function numberIn(form: HTMLFormElement, name: string): number {
  return controlIn(form, name).valueAsNumber
}

/** The digits as they were typed, leading zeros included; NaN when they cannot be read as a number. */
export function digitsIn(form: HTMLFormElement, name: string): string | number {
  const { value, validity } = controlIn(form, name)
  return validity.badInput ? Number.NaN : value
}

const controlIn = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement
