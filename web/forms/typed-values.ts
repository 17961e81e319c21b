import { controlOf, textOf } from './form-values.ts'

// Apart from those of form-values.ts: the public pages, which every visitor is sent, need none of these.

/** Digits only: `Number` would also accept `1e3` and `0x64`. */
export const wholeNumber = (typed: string) => (/^-?\d+$/.test(typed.trim()) ? Number(typed) : Number.NaN)

/** Only the fields that were filled in. */
export const filledOf = <Name extends string>(form: HTMLFormElement, ...names: Name[]) =>
  Object.fromEntries(
    names.map((name) => [name, textOf(form, name)]).filter(([, typed]) => typed !== ''),
  ) as Partial<Record<Name, string>>

/** NaN when the field is empty or not a number; JSON sends that as null. */
export function numberOf(form: HTMLFormElement, name: string): number {
  return controlOf(form, name).valueAsNumber
}

/** The digits as they were typed, leading zeros included; NaN when they cannot be read as a number. */
export function digitsOf(form: HTMLFormElement, name: string): string | number {
  const { value, validity } = controlOf(form, name)
  return validity.badInput ? Number.NaN : value
}
