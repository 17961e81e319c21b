import { api } from '../api.ts'
import { useSession } from '../session.ts'
import { useLoad } from '../ui/use-load.ts'

/** Whether this person is an admin: false and loading at first, then what the shop says. */
export function useAdmin(email: string) {
  const { loaded, retry } = useLoad((signal) => api.checkAdmin({ params: { email }, signal }), [email])
  return {
    admin: loaded.state === 'ready' && loaded.data.admin,
    loading: loaded.state === 'loading',
    problem: loaded.state === 'failed' ? loaded.problem : null,
    retry,
  }
}

/** Whether the visitor of a public page is an admin; nothing is asked where nobody is signed in. */
export function useAdminVisitor(): boolean {
  const session = useSession()
  const email = session.state === 'in' ? session.user.email : null
  const { loaded } = useLoad(
    async (signal) => email !== null && (await api.checkAdmin({ params: { email }, signal })).admin,
    [email],
  )
  return loaded.state === 'ready' && loaded.data
}
