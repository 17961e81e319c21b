/** Focuses the heading of the page, or of the modal over it, for when the focused element is about to disappear. */
export function focusHeading() {
  const heading =
    document.querySelector<HTMLElement>('dialog[open] h2') ?? document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
