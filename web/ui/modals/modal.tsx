import './modal.css'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { Toasts } from '../page/toasts.tsx'

const DISCARD = 'Close this window and lose what you typed?'

type ModalProps = {
  title: string
  /** Asked before Escape closes it; without it, only what was typed makes it ask. */
  closeQuestion?: string
  /** Gets the focus when the modal closes, where nothing had it before: a modal may be opened by an address. */
  opener?: RefObject<HTMLElement | null>
  children: ReactNode
  onCancel: () => void
}

/**
 * A modal dialog at the end of the page, wherever it is opened; when it closes, the focus returns to where it was.
 * Escape asks before it throws away what was typed.
 */
export function Modal({ title, closeQuestion, opener, children, onCancel }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const firstTitle = useRef(title)
  const typed = useRef(false)
  const focused = useRef<Element>(null)
  const id = useId()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    const focusedBefore = document.activeElement
    dialog.current?.showModal()
    // What gets the focus may be far below, or go when the rest has loaded: a modal opens at its beginning.
    if (dialog.current?.scrollTop || dialog.current?.querySelector('[aria-busy=true]')) {
      focusOn(heading.current)
      dialog.current.scrollTop = 0
    }
    return () => {
      const back = focusedBefore === document.body ? opener?.current : focusedBefore
      if (back instanceof HTMLElement) back.focus()
      ignoreSecondClick()
    }
  }, [])

  // Another step of the same modal: the button that had the focus is gone.
  useEffect(() => {
    typed.current = false
    if (title !== firstTitle.current) focusOn(heading.current)
  }, [title])

  return createPortal(
    <dialog
      ref={dialog}
      className="modal m-auto w-120 max-w-[calc(100vw-2rem)] rounded-box border border-base-300 bg-base-100 text-base-content transition backdrop:bg-black/50 starting:open:translate-y-2 starting:open:opacity-0"
      aria-labelledby={id}
      onInput={({ target, currentTarget }) => {
        // Not what was typed into a modal that opened from this one.
        if (currentTarget.contains(target as Node)) typed.current = true
      }}
      onCancel={(event) => {
        // A file chooser that is canceled says so in the same words, and is within the dialog.
        if (event.target !== event.currentTarget) return
        focused.current = document.activeElement
        // Like the Cancel button, Escape waits for what was sent.
        if (event.currentTarget.querySelector('button[aria-busy=true]')) return event.preventDefault()
        const question = closeQuestion ?? (typed.current ? DISCARD : null)
        if (question && !confirm(question)) event.preventDefault()
        else onCancel()
      }}
      // A browser lets Escape be prevented a few times only, and then closes it.
      onClose={({ target, currentTarget }) => {
        if (target !== currentTarget) return
        currentTarget.showModal()
        if (focused.current instanceof HTMLElement) focused.current.focus()
      }}
    >
      <h2 ref={heading} id={id} className="modal-title text-balance text-xl">
        {title}
      </h2>
      {children}
      <Toasts />
    </dialog>,
    document.body,
  )
}

function focusOn(heading: HTMLElement | null) {
  heading?.setAttribute('tabindex', '-1')
  heading?.focus()
}

const DOUBLE_CLICK_MS = 500

/** The first half of a double click may close the panel; the second must not press what was below it. */
function ignoreSecondClick() {
  const ignore = (event: MouseEvent) => {
    if (event.detail < 2) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['mousedown', 'click'] as const) {
    addEventListener(type, ignore, { capture: true })
    setTimeout(() => removeEventListener(type, ignore, { capture: true }), DOUBLE_CLICK_MS)
  }
}
