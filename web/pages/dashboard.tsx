import { texts } from '#contract/fixed-texts.ts'
import { OwnBookings } from '../bookings/own-bookings.tsx'
import { Inbox } from '../feedback/inbox.tsx'
import { Overview } from '../overview/overview.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'

export default function Dashboard() {
  const { email } = useUser()
  const { admin, loading } = useAdmin(email)
  return (
    <>
      <PageTitle>{texts.dashboard.welcome}</PageTitle>
      {loading ? (
        <div className="grid place-items-center py-16">
          <Spinner />
        </div>
      ) : (
        <div className="grid gap-12">
          {admin && <Overview />}
          {admin && <Inbox />}
          <OwnBookings email={email} />
        </div>
      )}
    </>
  )
}
