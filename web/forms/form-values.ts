export const textOf = (form: HTMLFormElement, name: string) => String(new FormData(form).get(name))

export const controlOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement
