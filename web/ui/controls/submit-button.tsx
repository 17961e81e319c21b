import type { ReactNode } from 'react'
import { NoScriptNotice } from '../page/no-script-notice.tsx'
import { BusyButton } from './busy-button.tsx'

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
