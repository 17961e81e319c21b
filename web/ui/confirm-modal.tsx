import { type ReactNode, useEffect, useId, useRef } from 'react'
import { SpinnerRing } from './spinner.tsx'

type ConfirmModalProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A question that has to be answered; the focus goes in and, when it closes, back to where it was. */
export function ConfirmModal({
  title,
  children,
  confirmLabel,
  busy,
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
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
      <div className="mb-6">{children}</div>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className="btn btn-ghost" onClick={onCancel}>
          Cancel
        </button>
        <button
          type="button"
          className="btn btn-error"
          aria-busy={busy}
          aria-disabled={busy}
          onClick={onConfirm}
        >
          {busy && <SpinnerRing />}
          {confirmLabel}
        </button>
      </div>
    </dialog>
  )
}
