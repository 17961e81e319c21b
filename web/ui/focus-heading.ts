/** Puts the focus at the top of the page's content, where what had it is about to go. */
export function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
