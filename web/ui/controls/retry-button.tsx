import { useRevalidator } from 'react-router'
import { toast } from '../page/toasts.tsx'
import { useSingleFlight } from './use-single-flight.ts'

/** Has the shop try something again that it has given up on. */
export function RetryButton({ what, retry }: { what: string; retry: () => Promise<unknown> }) {
  const { revalidate } = useRevalidator()
  const [run, busy] = useSingleFlight(async () => {
    try {
      await retry()
      toast.success('Trying again now')
    } catch (problem) {
      toast.error((problem as Error).message)
    }
    await revalidate()
  })
  return (
    <button type="button" className="btn btn-sm btn-outline" aria-disabled={busy} onClick={run}>
      Retry<span className="sr-only"> {what}</span>
    </button>
  )
}
