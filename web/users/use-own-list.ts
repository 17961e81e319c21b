import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ApiError } from '../api.ts'
import { signOut } from '../session.ts'
import { toast } from '../ui/toasts.tsx'
import { type Loading, useLoad } from '../ui/use-load.ts'

/** Own orders and own reviews: a failure is told, and one that means "not you" signs out and leads to the login page. */
export function useOwnList<T>(load: (signal: AbortSignal) => Promise<T>, email: string): Loading<T> {
  const navigate = useNavigate()
  const loading = useLoad(load, [email])
  const problem = loading.loaded.state === 'failed' ? loading.loaded.problem : null

  useEffect(() => {
    if (!problem) return
    toast.error(problem.message)
    if (problem instanceof ApiError && (problem.status === 401 || problem.status === 403))
      void signOut().then(() => navigate('/login'))
  }, [problem, navigate])

  return loading
}
