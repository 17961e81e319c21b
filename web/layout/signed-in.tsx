import { Outlet, useLocation } from 'react-router'
import { useSession } from '../session.ts'
import { Spinner } from '../ui/spinner.tsx'
import { RedirectToLogin } from './redirect-to-login.tsx'

/** Guards routes that need a signed-in user; others are redirected to the login page, which leads back here. */
export default function SignedIn() {
  const session = useSession()
  const { pathname, search } = useLocation()
  switch (session.state) {
    case 'in':
      // Keyed by the user, so that no state survives a change of user.
      return <Outlet key={session.user.email} context={session.user} />
    case 'out':
      return <RedirectToLogin from={pathname + search} />
    case 'unchecked':
      return (
        <div className="content grid justify-items-start gap-4 py-16">
          <p role="alert">{session.problem.message}</p>
          <button type="button" className="btn btn-primary" onClick={session.retry}>
            Retry
          </button>
        </div>
      )
    case 'loading':
      return (
        <div data-needs-app="always" className="content grid place-items-center py-24">
          <Spinner />
        </div>
      )
  }
}
