import type { ReactNode } from 'react'
import { BusyButton } from '../controls/busy-button.tsx'
import { Modal } from './modal.tsx'
import { CancelButton } from './modal-buttons.tsx'

type ConfirmModalProps = {
  title: string
  children: ReactNode
  confirmLabel: string
  /** Of the button that confirms. */
  className?: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** A modal that asks for confirmation. */
export function ConfirmModal({
  title,
  children,
  confirmLabel,
  className = 'btn-error',
  busy,
  onConfirm,
  onCancel,
}: ConfirmModalProps) {
  return (
    <Modal title={title} onCancel={onCancel}>
      <div className="mb-6">{children}</div>
      <div className="modal-buttons flex flex-wrap justify-end gap-2">
        <CancelButton onCancel={onCancel} busy={busy} />
        <BusyButton className={`btn ${className}`} busy={busy} onClick={onConfirm}>
          {confirmLabel}
        </BusyButton>
      </div>
    </Modal>
  )
}
