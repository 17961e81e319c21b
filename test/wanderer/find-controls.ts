export type Control = {
  kind: 'link' | 'button' | 'field' | 'toggle' | 'select' | 'file'
  /** What it is called, as the page shows or says it. */
  label: string
  /** Beside or around what the page is about: menus, header and footer. */
  inFrame: boolean
  /** The place of its form among the page's; -1 without one. */
  form: number
  submits: boolean
  name: string
  type: string
  min: string
  options: number
}

/**
 * Runs in the page: what can be used at this moment, in the order of the document. Of an open dialog only what is in it; no link that
 * leaves the shop.
 */
export function findControls(): { elements: HTMLElement[]; controls: Control[] } {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
  const dialog = [...document.querySelectorAll('dialog')].filter((open) => open.matches(':modal')).at(-1)
  const forms = [...document.forms]

  function isUsable(element: HTMLElement) {
    if (element.closest('[inert]') || element.matches(':disabled')) return false
    const seen = element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element
    if (!seen.checkVisibility({ visibilityProperty: true }) || seen.getClientRects().length === 0)
      return false
    return !(element instanceof HTMLAnchorElement) || element.origin === location.origin
  }

  function kindOf(element: HTMLElement): Control['kind'] {
    if (element instanceof HTMLAnchorElement) return 'link'
    if (element instanceof HTMLSelectElement) return 'select'
    if (element instanceof HTMLTextAreaElement) return 'field'
    if (!(element instanceof HTMLInputElement)) return 'button'
    if (element.type === 'file') return 'file'
    if (['checkbox', 'radio'].includes(element.type)) return 'toggle'
    return ['submit', 'button', 'reset'].includes(element.type) ? 'button' : 'field'
  }

  const found = (dialog ?? document).querySelectorAll<HTMLElement>(CONTROLS)
  const elements = [...found].filter(isUsable)
  const controls = elements.map((element) => {
    const asField = element as HTMLInputElement
    const said = element.getAttribute('aria-label') ?? asField.labels?.[0]?.textContent ?? element.textContent
    return {
      kind: kindOf(element),
      label: (said || asField.name || '').replace(/\s+/g, ' ').trim().slice(0, 60),
      inFrame: !element.closest('main, dialog'),
      form: forms.indexOf(asField.form as HTMLFormElement),
      submits: element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null,
      name: asField.name ?? '',
      type: asField.type ?? '',
      min: asField.min ?? '',
      options: element instanceof HTMLSelectElement ? element.options.length : 0,
    }
  })
  return { elements, controls }
}

/** Runs in the page: brings it into view and answers where to press; null when it is gone. */
export function placeOf(element: Element) {
  const input = element instanceof HTMLInputElement && ['radio', 'checkbox'].includes(element.type)
  const seen = (input && (element as HTMLInputElement).labels?.[0]) || element
  seen.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const box = seen.getClientRects()[0]
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null
}

/** Runs in the page: puts the cursor into a field, in place of what is in it; false when it is gone. */
export function clear(field: HTMLElement) {
  field.scrollIntoView({ block: 'center', behavior: 'instant' })
  field.focus()
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select()
  return document.activeElement === field
}
