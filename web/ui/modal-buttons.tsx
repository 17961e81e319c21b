import type { ReactNode } from 'react'
import { SubmitButton } from './submit-button.tsx'

/** Cancel and submit, at the end of a form in a modal. */
export function ModalButtons({
  busy,
  onCancel,
  children,
}: {
  busy: boolean
  onCancel: () => void
  children: ReactNode
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <button type="button" className="btn btn-ghost" onClick={onCancel}>
        Cancel
      </button>
      <SubmitButton busy={busy}>{children}</SubmitButton>
    </div>
  )
}
