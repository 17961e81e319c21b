import { Link, Navigate, useRevalidator, useRouteLoaderData } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatTotal } from '#contract/formats/format-number.ts'
import { normalizeSearch, readPageNumber } from '#contract/formats/search-text.ts'
import type { ListedUser } from '#contract/people/users.ts'
import type { ShopInfo } from '#contract/site/page-data.ts'
import { ApiError, api } from '../api.ts'
import { ListSkeleton, screenHandle } from '../layout/screen-handle.tsx'
import { ListPages, listAddress, listQuery, loadPage } from '../lists/paged-list.tsx'
import { SearchAsTyped } from '../lists/search-as-typed.tsx'
import { checkAdmin } from '../session/admin-check.ts'
import { currentUser } from '../session/current-user.ts'
import { withReturn } from '../session/return-path.ts'
import type { AuthUser } from '../session/session.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageTitle } from '../ui/page/page-title.tsx'
import { resultOf } from '../ui/page/result.ts'
import { Spinner } from '../ui/page/spinner.tsx'
import { toast } from '../ui/page/toasts.tsx'
import type { Route } from './+types/users.ts'
import { UserTable } from './users/user-table.tsx'

const NEEDS_ADMIN = { reason: 'Admins only. Log in with an admin account.' }

export async function clientLoader({ context, request, url }: Route.ClientLoaderArgs) {
  const user = context.get(currentUser)
  const found = await resultOf(loadForAdmin(user, url.searchParams, request.signal))
  return { ownEmail: user.email, found }
}

/** Null for users who are not admins: nothing is listed for them. */
async function loadForAdmin(user: AuthUser, params: URLSearchParams, signal: AbortSignal) {
  if (!(await checkAdmin(user))) return null
  const [q, page] = [normalizeSearch(params.get('q') ?? ''), readPageNumber(params)]
  const query = listQuery(page, q)
  const found = await loadPage((readHeaders) => api.listUsers({ query, signal, readHeaders }))
  return { ...found, q, page }
}

const notConfirmed = (email: string) =>
  `Anyone can sign up with any address, and nobody has confirmed that ${email} is theirs. Make this person an admin anyway?`

const title = <PageTitle>{texts.dashboard.makeAdmin}</PageTitle>

export const handle = screenHandle(title, <ListSkeleton of="users" />)

export default function Users({ loaderData: { ownEmail, found } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const { demo } = useRouteLoaderData('root') as ShopInfo
  // In a demo anyone can read anyone's mail.
  const isDoubtful = ({ emailVerified, role }: ListedUser) => !demo && !emailVerified && role !== 'admin'

  async function promote(user: ListedUser) {
    const { email } = user
    if (isDoubtful(user) && !confirm(notConfirmed(email))) return
    try {
      await api.makeAdmin({ params: { email }, body: {} })
      toast.success(texts.admin.made)
      await revalidate()
    } catch (problem) {
      const forbidden = problem instanceof ApiError && problem.status === 403
      toast.error(forbidden ? texts.admin.failed : (problem as Error).message)
    }
  }

  async function remove({ _id }: ListedUser) {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteUser({ params: { id: _id } })
      toast.success(message)
      await revalidate()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  }

  // Others are redirected to the login page, which says why; they stay signed in.
  if (found.data === null)
    return (
      <div className="grid place-items-center py-24">
        <Navigate to={withReturn('/login', '/dashboard/users')} state={NEEDS_ADMIN} replace />
        <Spinner />
      </div>
    )
  return (
    <>
      {title}
      <Loaded result={found}>
        {(found) =>
          found && (
            <div className="grid gap-6">
              <SearchAsTyped label="Search these users" />
              <p role="status" className="text-quiet">
                {formatTotal(found)} {found.total === 1 ? 'user' : 'users'}
                {found.q && ` for “${found.q}”`}
              </p>
              {found.total === 0 ? (
                <EmptyState sentence={`No users match “${found.q}”.`}>
                  <Link to="?" className="btn btn-primary">
                    Show all users
                  </Link>
                </EmptyState>
              ) : (
                <UserTable
                  users={found.rows}
                  ownEmail={ownEmail}
                  isDoubtful={isDoubtful}
                  onPromote={promote}
                  onRemove={remove}
                />
              )}
              <ListPages
                page={found.page}
                total={found.total}
                addressOf={(page) => listAddress(found.q, page)}
              />
            </div>
          )
        }
      </Loaded>
    </>
  )
}
