import type { ReactNode } from 'react'
import { NoScriptNotice } from './no-script-notice.tsx'
import { SpinnerRing } from './spinner.tsx'

type SubmitButtonProps = { busy: boolean; danger?: boolean | undefined; children: ReactNode }

/** Stays focusable while busy; the form's handler ignores a second press. */
export function SubmitButton({ busy, danger = false, children }: SubmitButtonProps) {
  return (
    <>
      <NoScriptNotice />
      <button
        type="submit"
        className={`btn submit-button needs-script ${danger ? 'btn-error' : 'btn-primary'}`}
        aria-disabled={busy}
        aria-busy={busy}
      >
        {busy && <SpinnerRing />}
        {children}
      </button>
    </>
  )
}
