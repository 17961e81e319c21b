import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { api } from '../api.ts'
import { screenHandle } from '../layout/screen-handle.tsx'
import { currentUser } from '../session/current-user.ts'
import { ownAccount } from '../session/own-account.ts'
import type { AuthUser } from '../session/session.ts'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { Picture } from '../ui/picture.tsx'
import type { Route } from './+types/profile.ts'
import { OwnData } from './profile/own-data.tsx'
import { PasswordForm } from './profile/password-form.tsx'
import { ProfileForm } from './profile/profile-form.tsx'
import { TwoStep } from './profile/two-step.tsx'

export async function clientLoader({ context, request: { signal } }: Route.ClientLoaderArgs) {
  const user = context.get(currentUser)
  const [profile, account] = await Promise.all([
    resultOf(api.getProfileInfo({ query: { email: user.email }, signal })),
    resultOf(ownAccount.state(signal)),
  ])
  return { user, profile, account }
}

const title = <PageTitle>{texts.dashboard.profile}</PageTitle>

const columns = 'max-lg:max-w-144 lg:grid-cols-[3fr_2fr] lg:gap-x-12'

export const handle = screenHandle(title, <Skeleton blocks={14} layout={`gap-4 ${columns}`} />)

export default function Profile({ loaderData: { user, profile, account } }: Route.ComponentProps) {
  return (
    <>
      {title}
      <div className={`grid gap-8 ${columns}`}>
        <div className="grid content-start gap-6">
          <Person user={user} />
          <Loaded result={profile}>{({ info }) => <ProfileForm user={user} info={info} />}</Loaded>
        </div>
        <div className="grid content-start gap-8 border-base-300 max-lg:border-t max-lg:pt-8 lg:border-l lg:pl-12">
          <Loaded result={account}>
            {(account) => (
              <>
                <Part title="Change password">
                  {account.hasPassword ? (
                    <PasswordForm email={user.email} />
                  ) : (
                    <NoPassword email={user.email} />
                  )}
                </Part>
                <Part title="Two-step sign-in">
                  <TwoStep email={user.email} account={account} />
                </Part>
                <Part title="Your data">
                  <OwnData user={user} hasPassword={account.hasPassword} />
                </Part>
              </>
            )}
          </Loaded>
        </div>
      </div>
    </>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-base-300 not-first:border-t not-first:pt-8">
      <h2 className="mb-4 text-xl">{title}</h2>
      {children}
    </section>
  )
}

function NoPassword({ email }: { email: string }) {
  return (
    <p>
      You sign in with Google and have no password here.{' '}
      <Link to="/forgot-password" state={{ email }} className="link">
        Set one by email
      </Link>
    </p>
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
        className="size-16 shrink-0 rounded-full"
      />
      <p className="min-w-0 font-heading text-xl">{user.displayName}</p>
    </div>
  )
}
