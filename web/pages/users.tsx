import { formatCount } from '#contract/counts.ts'
import { texts } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { ApiError, api } from '../api.ts'
import { focusNextRow, focusRow } from '../ui/card-table.tsx'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Paged } from '../ui/paged.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { useUser } from '../users/use-user.ts'
import { UserTable } from '../users/user-table.tsx'

export default function Users() {
  const { email: ownEmail } = useUser()
  const loading = useLoad((signal) => api.listUsers({ signal }), [])

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
        {(users) => (
          <>
            <p className="mb-4 text-quiet">
              {formatCount(users.length)} {users.length === 1 ? 'user' : 'users'}
            </p>
            <Paged rows={users}>
              {(shown) => (
                <UserTable users={shown} ownEmail={ownEmail} onPromote={promote} onRemove={remove} />
              )}
            </Paged>
          </>
        )}
      </Load>
    </>
  )
}
