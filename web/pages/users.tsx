import { texts } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { ApiError, api } from '../api.ts'
import { Load } from '../ui/loading.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { toast } from '../ui/toasts.tsx'
import { useLoad } from '../ui/use-load.ts'
import { UserTable } from '../users/user-table.tsx'

export default function Users() {
  const loading = useLoad((signal) => api.listUsers({ signal }), [])

  async function promote({ email }: User) {
    try {
      await api.makeAdmin({ params: { email }, body: {} })
      toast.success(texts.admin.made)
      loading.retry()
    } catch (problem) {
      const forbidden = problem instanceof ApiError && problem.status === 403
      toast.error(forbidden ? texts.admin.failed : (problem as Error).message)
    }
  }

  async function remove({ _id }: User) {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteUser({ params: { id: _id } })
      toast.success(message)
      loading.retry()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  }

  return (
    <>
      <PageTitle>{texts.dashboard.makeAdmin}</PageTitle>
      <Load loading={loading}>
        {(users) => <UserTable users={users} onPromote={promote} onRemove={remove} />}
      </Load>
    </>
  )
}
