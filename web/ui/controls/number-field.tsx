import type { ComponentProps } from 'react'
import { TextField } from './field.tsx'

/** A number field that changes only by typing: scrolling over it does not change it. */
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
