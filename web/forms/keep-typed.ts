import { hasSignedOutHere, signedInEmail } from '../session/session.ts'

type Typed = Map<string, string>
type Kept = { fields: string[]; changed: Typed }

/** What was typed into forms when their session ended: kept in memory, and filled in again for the same person only. */
const kept = new Map<string, Kept>()
/** What was in a form when it was shown, or sent last. */
const saved = new WeakMap<HTMLFormElement, Typed>()

/** Fills in what is kept of a form by this name. Returns what is to be called while the form is still there, before it goes. */
export function keepTyped(form: HTMLFormElement, name: string) {
  const email = signedInEmail()
  const key = `${email} ${name}`
  const found = kept.get(key)
  kept.delete(key)
  markSaved(form)
  if (found) queueMicrotask(() => fill(form, found))
  return () => {
    if (signedInEmail() === email || hasSignedOutHere()) return
    const before = saved.get(form)
    const typed = [...typedInto(form)]
    const changed = typed.filter(([name, value]) => before?.get(name) !== value)
    if (changed.length > 0) kept.set(key, { fields: typed.map(([name]) => name), changed: new Map(changed) })
  }
}

/** From now on, only what is typed anew is kept of this form. */
export const markSaved = (form: HTMLFormElement) => void saved.set(form, typedInto(form))

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const controlsOf = (form: HTMLFormElement) => [
  ...form.querySelectorAll<Control>(
    'textarea, select, input:not([type=password], [type=file], [type=radio])',
  ),
]

const isTick = (control: Control): control is HTMLInputElement => control.type === 'checkbox'
const typedAt = (control: Control) => (isTick(control) ? String(control.checked) : control.value)

const typedInto = (form: HTMLFormElement): Typed =>
  new Map(controlsOf(form).map((control) => [control.name, typedAt(control)]))

/**
 * As if it were typed: fields that React controls hear of it. A form that has other fields now, such as one price instead of
 * three, gets its long texts only: half of the rest would look like all of it.
 */
function fill(form: HTMLFormElement, { fields, changed }: Kept) {
  const controls = new Map(controlsOf(form).map((control) => [control.name, control]))
  const isSame = `${fields}` === `${[...controls.keys()]}`
  for (const [name, value] of changed) {
    const control = controls.get(name)
    if (!control || typedAt(control) === value) continue
    if (!isSame && control.type !== 'textarea') continue
    if (isTick(control)) {
      control.click()
      continue
    }
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }
}
