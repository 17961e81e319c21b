export const textIn = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name))

/** NaN when nothing or nothing readable was typed; in JSON that is null. */
export function numberIn(form: HTMLFormElement, name: string): number {
  return controlIn(form, name).valueAsNumber
}

/** The digits as they were typed, leading zeros included; NaN when they cannot be read as a number. */
export function digitsIn(form: HTMLFormElement, name: string): string | number {
  const { value, validity } = controlIn(form, name)
  return validity.badInput ? Number.NaN : value
}

export const controlIn = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement
