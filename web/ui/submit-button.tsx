import type { ReactNode } from 'react'
import { NoScriptNotice } from './no-script-notice.tsx'
import { SpinnerRing } from './spinner.tsx'

/** Stays focusable while busy; the form's handler ignores a second press. */
export function SubmitButton({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <>
      <NoScriptNotice />
      <button
        type="submit"
        className="btn btn-primary submit-button needs-script"
        aria-disabled={busy}
        aria-busy={busy}
      >
        {busy && <SpinnerRing />}
        {children}
      </button>
    </>
  )
}
