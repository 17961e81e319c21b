import { Link, useSearchParams } from 'react-router'
import { texts } from '#contract/fixed-texts.ts'
import { formatTotal } from '#contract/format-count.ts'
import { normalizeSearch, readPageNumber } from '#contract/search-text.ts'
import type { User } from '#contract/users.ts'
import { ApiError, api } from '../api.ts'
import { ListPages, listAddress, listQuery, loadPage } from '../lists/list-page.tsx'
import { SearchAsTyped } from '../lists/search-as-typed.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Load } from '../ui/load.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { focusNextRow, focusRow } from '../ui/responsive-table.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useUser } from '../users/use-user.ts'
import { UserTable } from '../users/user-table.tsx'

export default function Users() {
  const { email: ownEmail } = useUser()
  const [params] = useSearchParams()
  const [q, page] = [normalizeSearch(params.get('q') ?? ''), readPageNumber(params)]
  const loading = useLoad(
    async (signal) => {
      const query = listQuery(page, q)
      const found = await loadPage((readHeaders) => api.listUsers({ query, signal, readHeaders }))
      return { ...found, q, page }
    },
    [q, page],
  )

  async function promote({ email }: User, button: HTMLElement) {
    try {
      await api.makeAdmin({ params: { email }, body: {} })
      toast.success(texts.admin.made)
      focusRow(button)
      loading.retry()
    } catch (problem) {
      const forbidden = problem instanceof ApiError && problem.status === 403
      toast.error(forbidden ? texts.admin.failed : (problem as Error).message)
    }
  }

  async function remove({ _id }: User, button: HTMLElement) {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteUser({ params: { id: _id } })
      toast.success(message)
      focusNextRow(button)
      loading.retry()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  }

  return (
    <>
      <PageTitle>{texts.dashboard.makeAdmin}</PageTitle>
      <Load loading={loading}>
        {(found) => (
          <div className="grid gap-6">
            <SearchAsTyped q={q} label="Search these users" addressOf={listAddress} />
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
              <UserTable users={found.rows} ownEmail={ownEmail} onPromote={promote} onRemove={remove} />
            )}
            <ListPages
              page={found.page}
              total={found.total}
              addressOf={(page) => listAddress(found.q, page)}
            />
          </div>
        )}
      </Load>
    </>
  )
}
