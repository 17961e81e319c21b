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
