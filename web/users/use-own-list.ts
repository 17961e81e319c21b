import { useEffect } from 'react'
import { ApiError } from '../api.ts'
import { toast } from '../ui/toasts.tsx'
import { type Loading, useLoad } from '../ui/use-load.ts'
import { useSignOut } from './use-sign-out.ts'

/** Own orders and own reviews: a failure is told, and one that means "not you" signs out and leads to the login page. */
export function useOwnList<T>(load: (signal: AbortSignal) => Promise<T>, email: string): Loading<T> {
  const signOut = useSignOut()
  const loading = useLoad(load, [email])
  const problem = loading.loaded.state === 'failed' ? loading.loaded.problem : null

  useEffect(() => {
    if (!problem) return
    toast.error(problem.message)
    if (problem instanceof ApiError && problem.rejectsUser) void signOut()
  }, [problem, signOut])

  return loading
}
