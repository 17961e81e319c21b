import { focusHeading } from './focus-heading.ts'
import { toast } from './toasts.tsx'
import { useSingleFlight } from './use-single-flight.ts'

type DeleteButtonProps = {
  /** Read after "Delete", for those who do not see what the button stands beside. */
  what: string
  question: string
  remove: () => Promise<{ message: string }>
  onDeleted: () => unknown
}

/** Asks, deletes, and says that it is done. */
export function DeleteButton({ what, question, remove, onDeleted }: DeleteButtonProps) {
  const [run, removing] = useSingleFlight(async () => {
    if (!confirm(question)) return
    try {
      const { message } = await remove()
      toast.success(message)
      focusHeading()
      await onDeleted()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <button type="button" className="btn btn-sm btn-ghost ml-auto" aria-disabled={removing} onClick={run}>
      Delete <span className="sr-only">{what}</span>
    </button>
  )
}
