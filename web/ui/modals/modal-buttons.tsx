import type { ReactNode } from 'react'
import { SubmitButton } from '../controls/submit-button.tsx'

type CancelProps = { onCancel: () => void }

/** The end of a modal that is loading, or could not be; what it will submit keeps its place. */
export const ModalCancel = ({ label, ...props }: CancelProps & { label?: string }) => (
  <div className="modal-buttons mt-4 flex flex-wrap justify-end gap-2">
    <CancelButton {...props} />
    {label && (
      <button type="button" className="btn btn-primary" disabled>
        {label}
      </button>
    )}
  </div>
)

/** Waits while what the modal has sent is on its way: that can no longer be taken back. */
export const CancelButton = ({ onCancel, busy = false }: CancelProps & { busy?: boolean }) => (
  <button
    type="button"
    className="btn btn-ghost"
    aria-disabled={busy}
    onClick={() => {
      if (!busy) onCancel()
    }}
  >
    Cancel
  </button>
)

/** Cancel and submit, at the end of a form in a modal. */
export function ModalButtons({
  busy,
  danger,
  onCancel,
  children,
}: CancelProps & { busy: boolean; danger?: boolean | undefined; children: ReactNode }) {
  return (
    <div className="modal-buttons flex flex-wrap justify-end gap-2">
      <CancelButton onCancel={onCancel} busy={busy} />
      <SubmitButton busy={busy} danger={danger}>
        {children}
      </SubmitButton>
    </div>
  )
}
