import type { ComponentProps } from 'react'
import { NumberField } from '../../ui/controls/number-field.tsx'

/** As a form holds it: 12.40. */
export const writeDollars = (dollars: number) => dollars.toFixed(2)

/** An amount of dollars: once typed, it is shown with its cents. */
export function DollarsField(props: ComponentProps<typeof NumberField>) {
  return (
    <NumberField
      {...props}
      inputMode="decimal"
      onBlur={({ currentTarget: control }) => {
        const written = writeDollars(control.valueAsNumber)
        // What is no number of whole cents stays as it was typed.
        if (Number(written) === control.valueAsNumber) control.value = written
      }}
    />
  )
}
