import type { ReactNode } from 'react'
import { BusyButton } from './busy-button.tsx'
import { NoScriptNotice } from './no-script-notice.tsx'

type SubmitButtonProps = { busy: boolean; danger?: boolean | undefined; children: ReactNode }

/** Stays focusable while busy; the form's handler ignores a second press. */
export function SubmitButton({ busy, danger = false, children }: SubmitButtonProps) {
  return (
    <>
      <NoScriptNotice />
      <BusyButton
        type="submit"
        className={`btn submit-button needs-script ${danger ? 'btn-error' : 'btn-primary'}`}
        busy={busy}
      >
        {children}
      </BusyButton>
    </>
  )
}
