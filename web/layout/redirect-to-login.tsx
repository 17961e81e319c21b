import { useMemo } from 'react'
import { Navigate } from 'react-router'
import { withReturn } from '../return-path.ts'
import { Spinner } from '../ui/spinner.tsx'

type RedirectToLoginProps = { from: string; reason?: string }

/** Redirects to the login page, which shows the reason and returns to `from`. */
export function RedirectToLogin({ from, reason }: RedirectToLoginProps) {
  // <Navigate> restarts whenever its state is a new object, and a pending navigation renders this again.
  const state = useMemo(() => reason && { reason }, [reason])
  return (
    <div className="content grid place-items-center py-24">
      <Spinner />
      <Navigate to={withReturn('/login', from)} state={state} replace />
    </div>
  )
}
