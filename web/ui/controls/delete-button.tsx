import { useRef } from 'react'
import { focusHeading } from '../page/focus-heading.ts'
import { toast } from '../page/toasts.tsx'
import { useSingleFlight } from './use-single-flight.ts'

type DeleteButtonProps = {
  label?: string
  /** Read after the label, for those who do not see what the button stands beside. */
  what: string
  question: string
  remove: () => Promise<{ message: string }>
  onDeleted: () => unknown
}

/** Asks, deletes, and says that it is done. */
export function DeleteButton({ label = 'Delete', what, question, remove, onDeleted }: DeleteButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [run, removing] = useSingleFlight(async () => {
    if (!confirm(question)) return
    try {
      const { message } = await remove()
      toast.success(message)
      leaveRow(button.current?.closest('li, tr'))
      await onDeleted()
      // The neighbor may have gone, too.
      if (document.activeElement === document.body) focusHeading()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <button
      ref={button}
      type="button"
      className="btn btn-sm btn-ghost"
      aria-disabled={removing}
      onClick={run}
    >
      {label} <span className="sr-only">{what}</span>
    </button>
  )
}

/** The row is about to go: the focus moves to its neighbor or, without one, to the page's heading. */
function leaveRow(row: Element | null | undefined) {
  const neighbor = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbor?.querySelector('button')
  if (next) next.focus()
  else focusHeading()
}
