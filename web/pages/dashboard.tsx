import { texts } from '#contract/texts.ts'
import { OwnBookings } from '../bookings/own-bookings.tsx'
import { Inbox } from '../feedback/inbox.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { useAdmin } from '../users/use-admin.ts'
import { useUser } from '../users/use-user.ts'

export default function Dashboard() {
  const { email } = useUser()
  const { admin } = useAdmin(email)
  return (
    <>
      <PageTitle>{texts.dashboard.welcome}</PageTitle>
      <div className="grid gap-12">
        <OwnBookings email={email} />
        {admin && <Inbox />}
      </div>
    </>
  )
}
