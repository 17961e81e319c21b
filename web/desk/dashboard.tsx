import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { ScreenSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { OwnBookings } from '../orders/booking/own-bookings.tsx'
import { checkAdmin, isKnownAdmin } from '../session/admin-check.ts'
import { currentUser } from '../session/current-user.ts'
import { loadOwn } from '../session/load-own.ts'
import type { AuthUser } from '../session/session.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import type { Route } from './+types/dashboard.ts'
import { Inbox, loadInbox } from './feedback/inbox.tsx'
import { loadOverview, Overview } from './overview/overview.tsx'

export async function clientLoader({ context, request, url }: Route.ClientLoaderArgs) {
  const { signal } = request
  const user = context.get(currentUser)
  const [forAdmin, bookings] = await Promise.all([
    resultOf(loadForAdmin(user, signal)),
    loadOwn(api.listOwnBookings({ query: { email: user.email }, signal }), { request, url }),
  ])
  return { forAdmin, bookings }
}

/** Null for customers. A known admin need not wait for the check. */
async function loadForAdmin(user: AuthUser, signal: AbortSignal) {
  const load = () => Promise.all([resultOf(loadOverview(signal)), resultOf(loadInbox(signal))])
  const guessed = isKnownAdmin(user) ? load() : null
  return (await checkAdmin(user)) ? (guessed ?? load()) : null
}

const title = <PageTitle>{texts.dashboard.welcome}</PageTitle>

export const handle = screenHandle(
  title,
  <>
    <div data-admin="maybe">
      <ScreenSkeleton like="overview" blocks={8} />
    </div>
    <ScreenSkeleton like="own-orders" blocks={6} />
  </>,
)

export default function Dashboard({ loaderData: { forAdmin, bookings } }: Route.ComponentProps) {
  return (
    <>
      {title}
      <div className="grid gap-12">
        <Loaded result={forAdmin}>
          {(loaded) =>
            loaded && (
              <>
                <Loaded result={loaded[0]} name="Sales and open tasks">
                  {(overview) => <Overview {...overview} />}
                </Loaded>
                <Loaded result={loaded[1]} name="Feedback and subscriptions">
                  {(inbox) => <Inbox {...inbox} />}
                </Loaded>
              </>
            )
          }
        </Loaded>
        <Loaded result={bookings} name="Your orders">
          {(bookings) => <OwnBookings bookings={bookings} />}
        </Loaded>
      </div>
    </>
  )
}
