import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { withReturn } from '../return-path.ts'
import { Spinner } from '../ui/spinner.tsx'

type RedirectToLoginProps = { from: string; reason?: string }

/** Leads to the login page, which says why and leads back to `from`. */
export function RedirectToLogin({ from, reason }: RedirectToLoginProps) {
  // <Navigate> starts over whenever its state is another object, and a navigation under way renders this again.
  const state = useMemo(() => reason && { reason }, [reason])
  return (
    <div className="content grid place-items-center py-24">
      <Spinner />
      <Navigate to={withReturn('/login', from)} state={state} replace />
    </div>
  )
}
