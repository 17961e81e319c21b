import { texts } from '#contract/fixed-texts.ts'
import type { Rating } from '#contract/ratings.ts'
import { api } from '../api.ts'
import { focusHeading } from '../ui/focus-heading.ts'
import { toast } from '../ui/toasts.tsx'
import { useSingleFlight } from '../ui/use-single-flight.ts'

type DeleteRatingProps = { rating: Rating; onDeleted: () => unknown }

export function DeleteRating({ rating: { _id, name }, onDeleted }: DeleteRatingProps) {
  const [remove, removing] = useSingleFlight(async () => {
    if (!confirm(texts.confirmDelete)) return
    try {
      const { message } = await api.deleteRating({ params: { id: _id } })
      toast.success(message)
      focusHeading()
      await onDeleted()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <button type="button" className="btn btn-sm btn-ghost ml-auto" aria-disabled={removing} onClick={remove}>
      Delete <span className="sr-only">the review by {name}</span>
    </button>
  )
}
