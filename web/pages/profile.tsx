import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { PasswordForm } from '../profiles/password-form.tsx'
import { ProfileForm } from '../profiles/profile-form.tsx'
import type { AuthUser } from '../session.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { resultOf } from '../ui/result.ts'
import { currentUser } from '../users/current-user.ts'
import type { Route } from './+types/profile.ts'

export async function clientLoader({ context, request: { signal } }: Route.ClientLoaderArgs) {
  const user = context.get(currentUser)
  const profile = await resultOf(api.getProfileInfo({ query: { email: user.email }, signal }))
  return { user, profile }
}

export default function Profile({ loaderData: { user, profile } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle>{texts.dashboard.profile}</PageTitle>
      <div className="grid gap-8 max-lg:max-w-144 lg:grid-cols-[3fr_2fr] lg:gap-12">
        <div className="grid content-start gap-6">
          <Person user={user} />
          <Loaded result={profile}>{({ info }) => <ProfileForm user={user} info={info} />}</Loaded>
        </div>
        <section
          aria-labelledby="password-title"
          className="border-base-300 max-lg:border-t max-lg:pt-8 lg:border-l lg:pl-12"
        >
          <h2 id="password-title" className="mb-4 text-xl">
            Change password
          </h2>
          <PasswordForm email={user.email} />
        </section>
      </div>
    </>
  )
}

function Person({ user }: { user: AuthUser }) {
  return (
    <div className="flex items-center gap-4">
      <Picture
        src={user.photoUrl ?? ''}
        fallback="/no-portrait.svg"
        alt=""
        width={64}
        height={64}
        className="drawing size-16 shrink-0 rounded-full bg-base-200 object-cover"
      />
      <p className="min-w-0 font-heading text-xl">{user.displayName}</p>
    </div>
  )
}
