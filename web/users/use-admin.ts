import { api } from '../api.ts'
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
