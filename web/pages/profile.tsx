import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { PasswordForm } from '../profiles/password-form.tsx'
import { ProfileForm } from '../profiles/profile-form.tsx'
import type { AuthUser } from '../session.ts'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Picture } from '../ui/picture.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useUser } from '../users/use-user.ts'

export default function Profile() {
  const user = useUser()
  const { email } = user
  const loading = useLoad((signal) => api.getProfileInfo({ query: { email }, signal }), [email])

  return (
    <>
      <PageTitle>{texts.dashboard.profile}</PageTitle>
      <div className="grid gap-8 max-lg:max-w-144 lg:grid-cols-[3fr_2fr] lg:gap-12">
        <div className="grid content-start gap-6">
          <Person user={user} />
          <Load loading={loading}>{({ info }) => <ProfileForm user={user} info={info} />}</Load>
        </div>
        <section
          aria-labelledby="password-title"
          className="border-base-300 max-lg:border-t max-lg:pt-8 lg:border-l lg:pl-12"
        >
          <h2 id="password-title" className="mb-4 text-xl">
            Change password
          </h2>
          <PasswordForm email={email} />
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
