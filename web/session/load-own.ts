import { type LoaderFunctionArgs, redirect } from 'react-router'
import { ApiError } from '../api.ts'
import { type Result, resultOf } from '../ui/page/result.ts'
import { toast } from '../ui/page/toasts.tsx'
import { withReturn } from './return-path.ts'
import { signOut } from './session.ts'

/** Own orders and own reviews: a toast tells of a failure, and one that rejects the user signs out. */
export async function loadOwn<T>(
  loading: Promise<T>,
  { request, url }: Pick<LoaderFunctionArgs, 'request' | 'url'>,
): Promise<Result<T>> {
  const result = await resultOf(loading)
  if (!result.problem || request.signal.aborted) return result
  toast.error(result.problem.message)
  if (!(result.problem instanceof ApiError && result.problem.rejectsUser)) return result
  await signOut({ byChoice: false })
  throw redirect(withReturn('/login', url.pathname + url.search))
}
