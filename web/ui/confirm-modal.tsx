import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'
import { SpinnerRing } from './spinner.tsx'

type ConfirmModalProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A modal that asks for confirmation. */
export function ConfirmModal({
  title,
  children,
  confirmLabel,
  busy,
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
  return (
    <Modal title={title} onCancel={onCancel}>
      <div className="mb-6">{children}</div>
      <div className="modal-buttons flex flex-wrap justify-end gap-2">
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
    </Modal>
  )
}
