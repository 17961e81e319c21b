import { Navigate, Outlet, useLocation } from 'react-router'
import { withReturn } from '../return-path.ts'
import { useSession } from '../session.ts'
import { Spinner } from '../ui/spinner.tsx'

/** Everything below needs a signed-in person; others go to the login page, which leads back here. */
export default function SignedIn() {
  const session = useSession()
  const { pathname, search } = useLocation()
  if (session.state === 'in') return <Outlet context={session.user} />
  if (session.state === 'out') return <Navigate to={withReturn('/login', pathname + search)} replace />
  return (
    <div className="content grid place-items-center py-24">
      <Spinner />
    </div>
  )
}
