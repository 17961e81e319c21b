export const textOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name))

/** NaN when the field is empty or not a number; JSON sends that as null. */
export function numberOf(form: HTMLFormElement, name: string): number {
  return controlOf(form, name).valueAsNumber
}

/** The digits as they were typed, leading zeros included; NaN when they cannot be read as a number. */
export function digitsOf(form: HTMLFormElement, name: string): string | number {
  const { value, validity } = controlOf(form, name)
  return validity.badInput ? Number.NaN : value
}

export const controlOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement
