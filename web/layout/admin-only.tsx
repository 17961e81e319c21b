import { Outlet, useLocation } from 'react-router'
import { Spinner } from '../ui/spinner.tsx'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'
import { RedirectToLogin } from './redirect-to-login.tsx'

const NEEDS_ADMIN = 'Admins only. Log in with an admin account.'

/** The extra check of the users page: others are redirected to the login page, which says why; they stay signed in. */
export default function AdminOnly() {
  const user = useUser()
  const { pathname } = useLocation()
  const { admin, loading, problem, retry } = useAdmin(user.email)

  if (admin) return <Outlet context={user} />
  if (loading)
    return (
      <div className="grid place-items-center py-16">
        <Spinner />
      </div>
    )
  if (!problem) return <RedirectToLogin from={pathname} reason={NEEDS_ADMIN} />
  return (
    <div className="grid justify-items-start gap-4 py-8">
      <p role="alert">{problem.message}</p>
      <button type="button" className="btn btn-primary" onClick={retry}>
        Retry
      </button>
    </div>
  )
}
