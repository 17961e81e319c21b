import { useLayoutEffect, useRef } from 'react'
import { focusHeading } from './page/focus-heading.ts'

/** Keeps the focus in a list whose rows come and go. */
export function useRowFocus() {
  const ref = useRef<HTMLTableRowElement>(null)
  const focused = useRef(false)

  // The focused button has gone: the row takes its place.
  useLayoutEffect(() => {
    if (focused.current && document.activeElement === document.body)
      ref.current?.focus({ preventScroll: true })
  })

  // The row is about to go: its neighbor takes its place or, without one, the page's heading.
  useLayoutEffect(() => {
    const row = ref.current
    return () => {
      if (!row?.contains(document.activeElement)) return
      const neighbor = row.nextElementSibling ?? row.previousElementSibling
      if (neighbor instanceof HTMLElement) neighbor.focus({ preventScroll: true })
      else focusHeading()
    }
  }, [])

  return {
    ref,
    onFocus: () => {
      focused.current = true
    },
    onBlur: () => {
      focused.current = false
    },
  }
}
