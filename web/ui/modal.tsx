import { type ReactNode, useEffect, useId, useRef } from 'react'

type ModalProps = { title: string; children: ReactNode; onCancel: () => void }

/** A panel above the page; the focus goes in and, when it closes, back to where it was. */
export function Modal({ title, children, onCancel }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])

  return (
    <dialog ref={dialog} className="modal-panel" aria-labelledby={id} onCancel={onCancel}>
      <h2 id={id} className="mb-2 text-xl">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
