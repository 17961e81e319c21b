import type { ReactNode } from 'react'
import { SubmitButton } from './submit-button.tsx'

/** Cancel and submit, at the end of a form in a modal. */
export function ModalButtons({
  busy,
  danger,
  onCancel,
  children,
}: {
  busy: boolean
  danger?: boolean | undefined
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <div className="modal-buttons flex flex-wrap justify-end gap-2">
      <button type="button" className="btn btn-ghost" onClick={onCancel}>
        Cancel
      </button>
      <SubmitButton busy={busy} danger={danger}>
        {children}
      </SubmitButton>
    </div>
  )
}
