import { hasSignedOutHere, signedInEmail } from './session.ts'

/** What was typed into forms when their session ended: kept in memory, and filled in again for the same person only. */
const kept = new Map<string, [name: string, typed: string][]>()

/** Fills in what is kept of a form by this name. Returns what is to be called while the form is still there, before it goes. */
export function keepTyped(form: HTMLFormElement, name: string) {
  const email = signedInEmail()
  const key = `${email} ${name}`
  const values = kept.get(key)
  kept.delete(key)
  if (values) queueMicrotask(() => fill(form, values))
  return () => {
    if (signedInEmail() !== email && !hasSignedOutHere()) kept.set(key, typedInto(form))
  }
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const FIELDS = 'textarea, select, input:not([type=password], [type=file], [type=radio], [type=checkbox])'

const typedInto = (form: HTMLFormElement) =>
  [...form.querySelectorAll<Control>(FIELDS)].map(({ name, value }): [string, string] => [name, value])

/** As if it were typed: fields that React controls hear of it. */
function fill(form: HTMLFormElement, values: [name: string, typed: string][]) {
  const controls = [...form.querySelectorAll<Control>(FIELDS)]
  for (const [name, typed] of values) {
    const control = controls.find((control) => control.name === name)
    if (!control || control.value === typed) continue
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, typed)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
