import type { Rating } from '#contract/people/ratings.ts'
import { api } from '../../api.ts'
import { useSingleFlight } from '../../ui/controls/use-single-flight.ts'
import { toast } from '../../ui/page/toasts.tsx'

type ShowPictureProps = { rating: Rating; onChanged: () => unknown }

/** Puts the picture of a review in front of everybody, or takes it away. */
export function ShowPicture({ rating: { _id, name, pictureHidden }, onChanged }: ShowPictureProps) {
  const [run, busy] = useSingleFlight(async () => {
    try {
      await api.showRatingPicture({ params: { id: _id }, body: { shown: pictureHidden === true } })
      toast.success(pictureHidden ? 'Picture shown' : 'Picture hidden')
      await onChanged()
    } catch (problem) {
      toast.error((problem as Error).message)
    }
  })
  return (
    <button type="button" className="btn btn-sm btn-ghost" aria-disabled={busy} onClick={run}>
      {pictureHidden ? 'Show' : 'Hide'} picture <span className="sr-only">of {name}</span>
    </button>
  )
}
