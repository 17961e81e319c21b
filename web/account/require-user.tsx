import { useEffect } from 'react'
import { Outlet, redirect, replace, useMatches, useNavigation, useRevalidator } from 'react-router'
import { ApiError } from '../api.ts'
import type { ScreenHandle } from '../layout/screen-handle.tsx'
import { currentUser } from '../session/current-user.ts'
import { withReturn } from '../session/return-path.ts'
import { hasSignedOutHere, signedInUser, useSession } from '../session/session.ts'
import { DocumentTitle } from '../ui/page/document-title.tsx'
import { FloatingSpinner } from '../ui/page/floating-spinner.tsx'
import { Problem } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { Spinner } from '../ui/page/spinner.tsx'
import type { Route } from './+types/require-user.ts'

/** Of no use to a search engine, which sees their outline at most. */
export const meta = () => [{ name: 'robots', content: 'noindex' }]

/** Guards routes that need a signed-in user; others are redirected to the login page, which leads back here. */
const guard: Route.ClientMiddlewareFunction = async ({ request, url, context }) => {
  const user = await signedInUser()
  if (user) return context.set(currentUser, user)
  // An address that the browser already shows would lead here again on the way back.
  const stays = location.href.replace(/#.*/, '') === request.url
  // Whoever signs out on a page is on the way to the login page; nothing leads back.
  if (stays && hasSignedOutHere()) throw replace('/login')
  const leave = stays ? replace : redirect
  throw leave(withReturn('/login', url.pathname + url.search))
}

export const clientMiddleware = [guard]

// Used by two exports, the guard gets no script of its own: that would be the only one whose loss replaces the page that is shown.
export const handle = { guard }

/** Without a loader here, the middleware would not run when the page is loaded in full. */
export const clientLoader = ({ context }: Route.ClientLoaderArgs) => context.get(currentUser)

/** All that the server renders of these pages: a spinner, and the outline of the page for those who have a token. */
export function HydrateFallback() {
  const { Loading } = (useMatches().at(-1)?.handle ?? {}) as Partial<ScreenHandle>
  return (
    <div data-needs-app="always">
      {Loading ? (
        <div className="when-signed-in">
          <Loading />
        </div>
      ) : (
        <DocumentTitle>Loading</DocumentTitle>
      )}
      <div className={`content grid place-items-center gap-4 py-24 ${Loading ? 'when-signed-out' : ''}`}>
        <Spinner />
      </div>
    </div>
  )
}

export default function SignedIn({ loaderData: { email } }: Route.ComponentProps) {
  const session = useSession()
  const navigation = useNavigation()
  const { state, revalidate } = useRevalidator()
  const navigating = navigation.state !== 'idle'
  const loading = navigating || state !== 'idle'
  const stillIn = session.state === 'in' && session.user.email === email

  useEffect(() => {
    if (!stillIn && !loading) void revalidate()
  }, [stillIn, loading, revalidate])

  // A page that the browser kept alive shows what was true when it was left.
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void revalidate()
    }
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [revalidate])

  return (
    <>
      {!navigating && (loading || !stillIn) && <FloatingSpinner />}
      {/* Keyed by the user, so that no state survives a change of user. */}
      {stillIn && <Outlet key={email} />}
    </>
  )
}

/** The identity service did not answer, which says nothing about the user. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!(error instanceof ApiError)) throw error
  return (
    <div className="content py-16">
      <PageTitle>This page couldn’t be loaded</PageTitle>
      <Problem problem={error} />
    </div>
  )
}
